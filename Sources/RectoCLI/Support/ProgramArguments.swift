import Glibc

/// The arguments of the program.
enum ProgramArguments {
    /// All but the program's name. A file whose name starts with a dash, as `*.jpg` may give one, is named by its place, so that
    /// it is a file and no option.
    /// - Throws: ``UnusableInput`` if one is not UTF-8: it would stand for another file, or none.
    static func all() throws(UnusableInput) -> [String] {
        var arguments: [String] = []
        for number in 1..<max(Int(CommandLine.argc), 1) {
            guard let bytes = CommandLine.unsafeArgv[number] else { break }
            guard let argument = String(validatingCString: bytes) else {
                throw UnusableInput(file: escaped(bytes), reason: "is not UTF-8: rename the file")
            }
            arguments.append(argument)
        }
        let options = arguments.prefix { $0 != "--" }
        return options.map { isFile($0) ? "./" + $0 : $0 } + arguments.dropFirst(options.count)
    }

    /// A dash, something and an ending, and there is such a file: no option has a dot in its name.
    private static func isFile(_ argument: String) -> Bool {
        guard argument.hasPrefix("-"), !argument.hasPrefix("--") || !argument.contains("="), argument.contains(".")
        else { return false }
        return access(argument, F_OK) == 0
    }

    /// The bytes as a text: those that are not UTF-8 as `\xE9`.
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
