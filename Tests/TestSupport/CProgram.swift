import Foundation
import Testing

/// The programs of Tests/CDaemon, as their users would build them.
public enum CProgram {
    private static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    /// The folder of `recto.h`.
    public static var include: String { repository.appending(path: "Sources/CRecto/include").path }

    /// Compiles a program against the library that is built beside the tests.
    /// - Returns: Its path, in the folder.
    public static func build(_ name: String, in folder: TemporaryFolder, _ options: [String] = []) throws -> String {
        let libraries = URL(filePath: try ProgramResult.built("libRectoC.so")).deletingLastPathComponent().path
        let source = repository.appending(path: "Tests/CDaemon/\(name).c").path
        let program = folder.path(name)
        let result = try ProgramResult.run(
            "gcc",
            [
                "-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", "-g", source, "-I", include, "-L", libraries,
                "-lRectoC", "-Wl,-rpath,\(libraries)", "-o", program,
            ] + options)
        try #require(result.status == 0, "\(result.output)")
        return program
    }
}
