import Glibc

/// What two paths share if they lead to the same file.
struct FileIdentity: Hashable {
    private let device: dev_t
    private let number: ino_t

    /// - Returns: Nothing if there is no such file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = status.st_dev
        number = status.st_ino
    }
}

extension [Result<String, UnusableInput>] {
    /// Refuses to write over a file that is yet to be read.
    func checkAreSpared(by outputs: [String]) throws(UnusableInput) {
        let inputs = Set(compactMap { try? $0.get() }.compactMap(FileIdentity.init(path:)))
        for output in outputs {
            if let identity = FileIdentity(path: output), inputs.contains(identity) {
                throw UnusableInput(file: output, reason: "is one of the inputs")
            }
        }
    }
}
