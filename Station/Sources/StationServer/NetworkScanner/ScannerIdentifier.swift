import FoundationEssentials
import StationStore

/// What tells a camera of a station from all other scanners: a UUID that is the same after every start.
enum ScannerIdentifier {
    static func text(camera: String, folder: String) -> String {
        let machine = FileManager.default.contents(atPath: "/etc/machine-id").map {
            String(decoding: $0, as: UTF8.self)
        }
        // Of the hash nobody can tell the machine.
        let digits = Array(BlobName(of: Array("scanner \(machine ?? "") \(folder) \(camera)".utf8)).text)
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }
}
