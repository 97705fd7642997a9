import FoundationEssentials

/// The pictures that the arguments name: files as they are, folders by the pictures in them, in the order of names.
enum InputFiles {
    private static let endings = [".jpg", ".jpeg", ".png"]

    /// - Returns: For each input its path, or its path and why it cannot be used.
    static func list(_ arguments: [String]) -> [Result<String, UnusableInput>] {
        arguments.flatMap { argument -> [Result<String, UnusableInput>] in
            var isFolder = false
            guard FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder), isFolder else {
                // A file that is missing says so when it is read.
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
    /// The path, be it usable or not.
    var file: String {
        switch self {
        case .success(let file): file
        case .failure(let unusable): unusable.file
        }
    }
}
