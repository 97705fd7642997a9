import ArgumentParser
import Glibc

/// The arguments of the program.
enum ProgramArguments {
    /// Returns all arguments except the program's name. If an argument starts with a dash but is the name of a file,
    /// as with `*.jpg`, it is prefixed with `./` so that it is not taken for an option.
    /// - Throws: ``UnusableInput`` if an argument is not UTF-8, since it might refer to another file;
    ///   `ValidationError` if the name of a file is empty, as after a mistake in a shell script.
    static func all() throws -> [String] {
        var arguments: [String] = []
        for number in 1..<max(Int(CommandLine.argc), 1) {
            guard let bytes = CommandLine.unsafeArgv[number] else { break }
            guard let argument = String(validatingCString: bytes) else {
                throw UnusableInput(file: escaped(bytes), reason: "is not UTF-8: rename the file")
            }
            if argument.isEmpty { try refuseEmpty(after: arguments.last ?? "") }
            arguments.append(argument)
        }
        let options = arguments.prefix { $0 != "--" }
        return options.map { isFile($0) ? "./" + $0 : $0 } + arguments.dropFirst(options.count)
    }

    /// Options whose value may be empty.
    private static let texts: Set<String> = ["--title", "--password"]

    /// Refuses an empty argument, unless it is a text.
    private static func refuseEmpty(after former: String) throws {
        guard !texts.contains(former) else { return }
        throw ValidationError(former.hasPrefix("-") ? "The value of \(former) is empty." : "An argument is empty.")
    }

    /// Returns whether the argument has a dash and an extension and such a file exists. No option has a dot in its
    /// name.
    private static func isFile(_ argument: String) -> Bool {
        guard argument.hasPrefix("-"), !argument.hasPrefix("--") || !argument.contains("="), argument.contains(".")
        else { return false }
        return access(argument, F_OK) == 0
    }

    /// Returns the bytes as text; bytes that are not UTF-8 become `\xE9`.
    static func escaped(_ bytes: UnsafePointer<CChar>) -> String {
        var text = ""
        var left = (0..<strlen(bytes)).map { UInt8(bitPattern: bytes[$0]) }[...]
        while let first = left.first {
            let whole = (1...4).lazy.compactMap { String(validating: left.prefix($0), as: UTF8.self) }.first
            text += whole ?? "\\x" + String(first, radix: 16, uppercase: true)
            left = left.dropFirst(whole?.utf8.count ?? 1)
        }
        return text
    }
}
