/// The reason why a file cannot be written. Each text follows the name of the file: "out.pdf cannot be written: …".
public enum OutputError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system's error, such as no space, no permission or no such folder.
    case unwritable(String)
    /// The path is a directory.
    case directory
    /// The path is a pipe, a device or a socket, which cannot be replaced as a whole.
    case notARegularFile
    /// The encoder rejects the page. Nothing of it has been written, and other pages may follow.
    case encoding(String)
    /// A document needs at least one page.
    case noPages
    /// A file in this format holds one page, and has it.
    case onePage
    /// The document has been finished.
    case finished
    /// The document is to be finished in the other way: as a file or in memory.
    case isInMemory(Bool)

    /// The end of a sentence that starts with the name of the file.
    public var description: String {
        switch self {
        case .unwritable(let reason): "cannot be written: \(reason)"
        case .directory: "is a directory"
        case .notARegularFile: "is not a regular file"
        case .encoding(let reason): "cannot be encoded: \(reason)"
        case .noPages: "would have no pages"
        case .onePage: "can hold only one page"
        case .finished: "is finished"
        case .isInMemory(true): "is in memory and has no file to finish"
        case .isInMemory(false): "is a file and cannot be finished in memory"
        }
    }
}
