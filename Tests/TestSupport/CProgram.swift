import Foundation
import Testing

/// The programs of Tests/CDaemon, built like a user would.
public enum CProgram {
    private static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    /// The folder of `recto.h`.
    public static var include: String { repository.appending(path: "Sources/CRecto/include").path }

    /// Compiles a program against the library built with the tests.
    /// - Returns: Its path in the folder.
    public static func build(_ name: String, in folder: TemporaryFolder, _ options: [String] = []) throws -> String {
        let source = repository.appending(path: "Tests/CDaemon/\(name).c").path
        return try compile(["gcc", "-std=c11"], source, to: folder.path(name), options)
    }

    /// The lines of the program in `docs/daemons.md`.
    /// - Parameter language: Language of its block: `c` or `cpp`.
    public static func documented(_ language: String) throws -> [String] {
        let text = try String(contentsOf: repository.appending(path: "docs/daemons.md"), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let start = try #require(lines.firstIndex(of: "```\(language)"))
        return Array(lines[(start + 1)...].prefix { $0 != "```" })
    }

    /// Compiles that program.
    /// - Returns: Its path in the folder.
    public static func buildDocumented(
        _ language: String, in folder: TemporaryFolder, _ options: [String] = []
    ) throws -> String {
        let source = folder.path("documented-daemon.\(language)")
        try documented(language).joined(separator: "\n").write(toFile: source, atomically: true, encoding: .utf8)
        let compiler = language == "c" ? ["gcc", "-std=c11"] : ["g++", "-std=c++17"]
        return try compile(compiler, source, to: folder.path("documented-daemon"), options)
    }

    /// Compiles a text in C++.
    /// - Returns: Its path in the folder.
    public static func build(
        cpp text: String, named name: String, standard: String, in folder: TemporaryFolder
    ) throws -> String {
        let source = folder.path("\(name).cpp")
        try text.write(toFile: source, atomically: true, encoding: .utf8)
        return try compile(["g++", "-std=\(standard)"], source, to: folder.path(name), [])
    }

    private static func compile(
        _ compiler: [String], _ source: String, to program: String, _ options: [String]
    ) throws -> String {
        let libraries = URL(filePath: try ProgramResult.built("libRectoC.so")).deletingLastPathComponent().path
        let result = try ProgramResult.run(
            compiler[0],
            compiler.dropFirst() + [
                "-Wall", "-Wextra", "-pedantic", "-Werror", "-g", source, "-I", include, "-L", libraries, "-lRectoC",
                "-Wl,-rpath,\(libraries)", "-o", program,
            ] + options)
        try #require(result.status == 0, "\(result.output)")
        return program
    }
}
