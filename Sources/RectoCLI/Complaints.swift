/// What goes wrong with the inputs, said as it happens.
struct Complaints {
    /// Whether an input without a result gets a JSON object.
    let json: Bool
    private var areAny = false

    init(json: Bool) { self.json = json }

    /// Of an input that has no result.
    mutating func refuse(_ input: String, _ error: any Error) throws {
        let unusable = UnusableInput(error, file: input)
        complain(unusable)
        guard json else { return }
        // The object is the input's, also where another file is to blame.
        try Console.sayJSON(unusable.file == input ? unusable : UnusableInput(file: input, reason: "\(unusable)"))
    }

    /// Of a file about an input that has a result, which stands.
    mutating func watch(_ file: String, _ write: () throws -> Void) {
        do { try write() } catch { complain(UnusableInput(error, file: file)) }
    }

    private mutating func complain(_ unusable: UnusableInput) {
        areAny = true
        Console.complain("recto: \(unusable)")
    }

    /// - Throws: If there were any.
    func conclude() throws(SomeInputsFailed) {
        if areAny { throw SomeInputsFailed() }
    }
}
