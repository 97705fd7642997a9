import ArgumentParser
import FoundationEssentials
import Glibc
import RectoCodecs

/// Lists the pictures that arguments refer to. A folder expands to its pictures, sorted by name; a multi-page file to
/// its pages; `-` reads standard input.
enum InputFiles {
    static let standardInput = "-"

    /// The name of an input in messages.
    static func shown(_ input: String) -> String { input == standardInput ? "standard input" : input }

    /// Describes an argument that takes pictures.
    static func help(_ valueName: String) -> ArgumentHelp {
        ArgumentHelp(
            "Pictures, PDF and TIFF files with all of their pages or one (file.pdf#page=2), folders of pictures, or - for standard input.",
            valueName: valueName)
    }

    /// The extensions of pictures in a folder.
    private static let endings = [
        ".jpg", ".jpeg", ".jpe", ".png", ".tif", ".tiff", ".webp", ".heic", ".heif", ".hif", ".avif", ".jxl", ".gif",
        ".bmp",
        ".dib", ".pbm", ".pgm", ".ppm", ".pnm", ".pam",
    ]
    /// Extensions of unsupported picture formats, which are reported. Other files of a folder are ignored.
    private static let unreadEndings = [
        ".arw", ".cr2", ".cr3", ".dng", ".jp2", ".jpx", ".nef", ".orf", ".psd", ".raf", ".svg",
    ]
    private static let documentEnding = ".pdf"

    /// Pictures of a folder that are skipped because of their format are reported on standard error. PDF files of a
    /// folder are used only if it has no other pictures: beside pictures they may be documents made from them.
    /// - Parameter reader: Counts the pages of files that may have several.
    /// - Returns: For each page its path, with the page's number if the file has several, or the reason why an input
    ///   cannot be used.
    static func list(_ arguments: [String], _ reader: PictureReader = PictureReader()) -> [Result<
        String, UnusableInput
    >] {
        arguments.flatMap { argument -> [Result<String, UnusableInput>] in
            var isFolder = false
            guard argument != standardInput,
                FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder), isFolder
            else {
                // A missing file is reported when it is read.
                return InputPage.pages(of: argument, reader)
            }
            return files(ofFolder: argument).flatMap { file -> [Result<String, UnusableInput>] in
                guard case .success(let path) = file else { return [file] }
                return InputPage.pages(of: path, reader)
            }
        }
    }

    private static func files(ofFolder folder: String) -> [Result<String, UnusableInput>] {
        guard let (names, unusable) = names(in: folder) else {
            return [.failure(UnusableInput(file: folder, reason: "cannot be listed"))]
        }
        let visible = names.sorted().filter { !$0.hasPrefix(".") }
        var pictures = visible.filter { ending(of: $0, among: endings) != nil }
        if pictures.isEmpty { pictures = visible.filter { ending(of: $0, among: [documentEnding]) != nil } }
        let skipped = counts(visible.compactMap { ending(of: $0, among: unreadEndings) })
        if pictures.isEmpty, unusable.isEmpty {
            let reason = skipped.map { "holds only pictures that cannot be read: \($0)" } ?? "holds no pictures"
            return [.failure(UnusableInput(file: folder, reason: reason))]
        }
        if let skipped {
            Console.printErrorLine("recto: \(folder): skipped pictures that cannot be read: \(skipped)")
        }
        func path(_ name: String) -> String { folder.hasSuffix("/") ? folder + name : folder + "/" + name }
        return unusable.map {
            .failure(UnusableInput(file: path($0), reason: "has a name that is not UTF-8: rename the file"))
        } + pictures.map { .success(path($0)) }
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

    /// Counts the files of each extension, such as `2 .heic, 1 .webp`; `nil` if there are none.
    private static func counts(_ endings: [String]) -> String? {
        if endings.isEmpty { return nil }
        let numbers = Dictionary(endings.map { ($0, 1) }, uniquingKeysWith: +)
        return numbers.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
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
        let inputs = Set(files.compactMap { FileIdentity(path: InputPage($0).path) })
        for output in outputs {
            if let identity = FileIdentity(path: output), inputs.contains(identity) {
                throw UnusableInput(file: output, reason: "is one of the inputs")
            }
        }
    }
}
