import FoundationEssentials
import Glibc

/// Lists the pictures that arguments name. A folder stands for the pictures in it, in the order of their names.
enum InputFiles {
    private static let endings = [".jpg", ".jpeg", ".png"]

    /// - Returns: For each input its path, or the reason why it cannot be used.
    static func list(_ arguments: [String]) -> [Result<String, UnusableInput>] {
        arguments.flatMap { argument -> [Result<String, UnusableInput>] in
            var isFolder = false
            guard FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder), isFolder else {
                // A missing file is reported when it is read.
                return [.success(argument)]
            }
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: argument) else {
                return [.failure(UnusableInput(file: argument, reason: "cannot be listed"))]
            }
            let pictures = names.sorted().filter { name in
                endings.contains { name.lowercased().hasSuffix($0) } && !name.hasPrefix(".")
            }
            if pictures.isEmpty { return [.failure(UnusableInput(file: argument, reason: "holds no pictures"))] }
            return pictures.map { .success(argument.hasSuffix("/") ? argument + $0 : argument + "/" + $0) }
        }
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
        let inputs = Set(compactMap { try? $0.get() }.compactMap(FileIdentity.init(path:)))
        for output in outputs {
            if let identity = FileIdentity(path: output), inputs.contains(identity) {
                throw UnusableInput(file: output, reason: "is one of the inputs")
            }
        }
    }
}
