public import CRecto
import RectoBarcode
import RectoCapture
import RectoCodecs
import RectoCore

/// The object behind `recto_code_reader`.
final class CodeReaderHandle: ChangingHandle {
    static let name: StaticString = "reader"
    let use = ObjectUse()
    private var reader: CodeReader
    var files = FileReader(.gray)
    var control = CallControl()
    let memory = FrameMemory()
    /// The codes of the last frame; the pointers in the structs are valid as long as these exist.
    private var codes: [LastingCode] = []
    /// The same codes as read, and those that were located but not decoded.
    private(set) var found: [Code] = []
    var unread: [UnreadCode] { reader.unread }

    init(_ parameters: CodeReader.Parameters) throws(CodeReader.Failure) { reader = try CodeReader(parameters) }

    /// - Returns: The number of codes.
    func read(_ frame: LentFrame) throws -> Int {
        forget()
        return try frame.withView(memory) { view in
            try keep { reader.read(view, isCancelled: $0) }
        }
    }

    func read(_ frame: LentFrame, left: Int, top: Int, width: Int, height: Int) throws -> Int {
        forget()
        return try frame.withView(memory) { view in
            try keep {
                reader.read(view, left: left, top: top, width: width, height: height, isCancelled: $0)
            }
        }
    }

    func read(path: String) throws -> Int {
        forget()
        let progress = CallProgress(control)
        try progress.advance(to: 0)
        let picture = try files.picture(path: path).gray
        return try picture.withView { view in
            try keep(progress) { reader.read(.gray(view), isCancelled: $0) }
        }
    }

    private func forget() {
        codes.removeAll(keepingCapacity: true)
        found.removeAll(keepingCapacity: true)
    }

    /// Reads codes, unless the call ends early, and keeps them.
    /// - Parameter read: Returns `nil` for a part outside the frame.
    /// - Returns: The number of codes.
    private func keep(_ given: CallProgress? = nil, _ read: (@escaping (Double) -> Bool) -> [Code]?) throws -> Int {
        let progress = given ?? CallProgress(control)
        let codes = read { progress.isEnded(at: $0) }
        if let failure = progress.failure { throw failure }
        guard let codes else { throw CallFailure.invalid("the part lies outside the frame") }
        found = codes
        self.codes = codes.map { LastingCode($0) }
        return codes.count
    }

    func code(_ index: Int) throws(CallFailure) -> recto_code {
        guard codes.indices.contains(index) else {
            throw .invalid("index is \(index), required: below \(codes.count)")
        }
        return codes[index].inC
    }
}

@c @implementation
public func recto_code_reader_new(
    _ options: UnsafePointer<recto_code_reader_options>!, _ reader: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    call {
        let reader = try required(reader, "reader")
        var parameters = CodeReader.Parameters()
        if let options {
            let given = try read(UnsafePointer(options), "options")
            parameters.effort = given.is_live != 0 ? .frame : .still
            if given.reads_bars != 0 { parameters.symbologies = Symbology.usual }
            if given.symbologies != nil {
                parameters.symbologies = try symbologies(try text(given.symbologies, "options->symbologies"))
            }
            guard given.limit >= 1 else { throw CallFailure.invalid("options->limit is 0, required: 1 or more") }
            parameters.limit = Int(given.limit)
        }
        reader.pointee = try CodeReaderHandle(parameters).retained()
    }
}

@c @implementation
public func recto_code_reader_read(
    _ reader: OpaquePointer!, _ frame: UnsafePointer<recto_frame>!, _ count: UnsafeMutablePointer<Int>!
) -> recto_status {
    call { uses in
        let (reader, count) = (try CodeReaderHandle.changing(reader, &uses), try required(count, "count"))
        count.pointee = try reader.read(try LentFrame(frame, reader.memory))
    }
}

@c @implementation
public func recto_code_reader_read_part(
    _ reader: OpaquePointer!, _ frame: UnsafePointer<recto_frame>!, _ left: UInt32, _ top: UInt32, _ width: UInt32,
    _ height: UInt32, _ count: UnsafeMutablePointer<Int>!
) -> recto_status {
    call { uses in
        let (reader, count) = (try CodeReaderHandle.changing(reader, &uses), try required(count, "count"))
        count.pointee = try reader.read(
            try LentFrame(frame, reader.memory), left: Int(left), top: Int(top), width: Int(width), height: Int(height))
    }
}

@c @implementation
public func recto_code_reader_read_file(
    _ reader: OpaquePointer!, _ path: UnsafePointer<CChar>!, _ count: UnsafeMutablePointer<Int>!
) -> recto_status {
    let subject = path.flatMap { String(validatingCString: $0) } ?? "path"
    return call(on: subject) { uses in
        let (reader, count) = (try CodeReaderHandle.changing(reader, &uses), try required(count, "count"))
        count.pointee = try reader.read(path: try filePath(path, "path"))
    }
}

/// Parses names of symbologies, in lowercase letters and digits, separated by +.
private func symbologies(_ names: String) throws(CallFailure) -> Set<Symbology> {
    func name(_ symbology: Symbology) -> String {
        symbology.rawValue.lowercased().filter { $0.isLetter || $0.isNumber }
    }
    var found: Set<Symbology> = []
    for part in names.split(separator: "+", omittingEmptySubsequences: false) {
        guard let symbology = Symbology.allCases.first(where: { name($0) == part }) else {
            let all = Symbology.allCases.map(name).joined(separator: ", ")
            throw .invalid("options->symbologies has \(part), required: some of \(all)")
        }
        found.insert(symbology)
    }
    return found
}

@c @implementation
public func recto_code_reader_get_code(
    _ reader: OpaquePointer!, _ index: Int, _ code: UnsafeMutablePointer<recto_code>!
) -> recto_status {
    call { uses in try fill(code, "code", with: try CodeReaderHandle.reading(reader, &uses).code(index)) }
}

@c @implementation
public func recto_code_reader_free(_ reader: OpaquePointer!) { CodeReaderHandle.release(reader) }
