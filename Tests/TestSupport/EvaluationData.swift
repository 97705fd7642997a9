public import Foundation
public import Testing

/// Real pictures with ground truth, which are not part of the repository.
public enum EvaluationData {
    /// `RECTO_DATA`, or `../shared/data` beside the repository; `nil` if there is no such folder.
    public static let root: URL? = {
        let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let given = ProcessInfo.processInfo.environment["RECTO_DATA"].map { URL(filePath: $0) }
        let folder = given ?? repository.appending(path: "../shared/data")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    /// Whether the data exist, for `.enabled(if:_:)`.
    public static var isThere: Bool { root != nil }

    /// Why a test that needs it is skipped.
    public static let missing: Comment = "no evaluation data: set RECTO_DATA to its folder"

    /// A file or folder within it.
    public static func path(_ inside: String) throws -> URL { try #require(root).appending(path: inside) }
}
