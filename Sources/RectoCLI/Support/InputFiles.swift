import FoundationEssentials
import Glibc
import RectoCodecs

/// Lists the pictures that arguments name. A folder stands for the pictures in it, in the order of their names; `-` for the picture
/// that comes from standard input.
enum InputFiles {
    static let standardInput = "-"
    private static let endings = [".jpg", ".jpeg", ".png"]
    /// Endings of pictures that are not read: somebody may miss them. Other files of a folder are no pictures.
    private static let unreadEndings = [
        ".avif", ".bmp", ".dng", ".gif", ".heic", ".heif", ".hif", ".jp2", ".jxl", ".tif", ".tiff", ".webp",
    ]

    /// Pictures of a folder that are skipped because of their format are told on standard error.
    /// - Returns: For each input its path, or the reason why it cannot be used.
    static func list(_ arguments: [String]) -> [Result<String, UnusableInput>] {
        arguments.flatMap { argument -> [Result<String, UnusableInput>] in
            var isFolder = false
            guard argument != standardInput,
                FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder), isFolder
            else {
                // A missing file is reported when it is read.
                return [.success(argument)]
            }
            guard let (names, unusable) = names(in: argument) else {
                return [.failure(UnusableInput(file: argument, reason: "cannot be listed"))]
            }
            let visible = names.sorted().filter { !$0.hasPrefix(".") }
            let pictures = visible.filter { ending(of: $0, among: endings) != nil }
            let skipped = counts(visible.compactMap { ending(of: $0, among: unreadEndings) })
            if pictures.isEmpty, unusable.isEmpty {
                let reason = skipped.map { "holds no PNG or JPEG pictures, but others: \($0)" } ?? "holds no pictures"
                return [.failure(UnusableInput(file: argument, reason: reason))]
            }
            if let skipped {
                Console.printErrorLine("recto: \(argument): skipped pictures that are not PNG or JPEG: \(skipped)")
            }
            func path(_ name: String) -> String { argument.hasSuffix("/") ? argument + name : argument + "/" + name }
            return unusable.map {
                .failure(UnusableInput(file: path($0), reason: "has a name that is not UTF-8: rename the file"))
            } + pictures.map { .success(path($0)) }
        }
    }

    /// The names of a folder's files, and those of pictures that are not UTF-8, made readable.
    private static func names(in folder: String) -> (names: [String], unusable: [String])? {
        guard let listing = opendir(folder) else { return nil }
        defer { closedir(listing) }
        var (names, unusable): ([String], [String]) = ([], [])
        while let entry = readdir(listing) {
            withUnsafePointer(to: &entry.pointee.d_name) { field in
                // SAFETY: a name ends with a zero byte.
                field.withMemoryRebound(to: CChar.self, capacity: 1) { name in
                    if let text = String(validatingCString: name) { return names.append(text) }
                    let text = ProgramArguments.escaped(name)
                    if !text.hasPrefix("."), ending(of: text, among: endings) != nil { unusable.append(text) }
                }
            }
        }
        return (names, unusable.sorted())
    }

    private static func ending(of name: String, among endings: [String]) -> String? {
        endings.first { name.lowercased().hasSuffix($0) }
    }

    /// How often there is each ending, such as `2 .heic, 1 .webp`; `nil` if there is none.
    private static func counts(_ endings: [String]) -> String? {
        if endings.isEmpty { return nil }
        let numbers = Dictionary(endings.map { ($0, 1) }, uniquingKeysWith: +)
        return numbers.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    }
}

extension PictureReader {
    /// Reads an input of the command line.
    func read(input: String) throws(PictureError) -> Picture {
        guard input == InputFiles.standardInput else { return try read(path: input) }
        return try read(bytes: readPictureStream(STDIN_FILENO, limit: limits.fileBytes))
    }
}

extension Result<String, UnusableInput> {
    /// The path, whether usable or not.
    var file: String {
        switch self {
        case .success(let file): file
        case .failure(let unusable): unusable.file
        }
    }
}

/// Identifies a file: two paths to the same file have the same identity.
struct FileIdentity: Hashable {
    private let device: dev_t
    private let number: ino_t

    /// - Returns: `nil` if there is no such file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = status.st_dev
        number = status.st_ino
    }
}

extension [Result<String, UnusableInput>] {
    /// - Throws: ``UnusableInput`` if an output would overwrite an input.
    func checkNotOverwritten(by outputs: [String]) throws(UnusableInput) {
        let files = compactMap { try? $0.get() }.filter { $0 != InputFiles.standardInput }
        let inputs = Set(files.compactMap(FileIdentity.init(path:)))
        for output in outputs {
            if let identity = FileIdentity(path: output), inputs.contains(identity) {
                throw UnusableInput(file: output, reason: "is one of the inputs")
            }
        }
    }
}
