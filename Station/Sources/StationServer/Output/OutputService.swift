import FoundationEssentials
import Logging
import Recto
import StationStore

/// Writes documents to the output folder as they are stored.
struct OutputService: Sendable {
    let folder: OutputFolder
    let library: Library
    let changes: DocumentChanges
    let logger: Logger

    /// After which what could not be written is tried again.
    private static let pause = Duration.seconds(30)

    /// Goes on until the task is cancelled.
    func run() async {
        let stream = changes.stream
        await empty()
        for await _ in stream { await empty() }
    }

    private func empty() async {
        while true {
            do {
                return try await folder.empty { document in
                    let pages = try library.pages(of: document.id)
                    let library = library
                    return try await CPUWorkQueue.shared.run {
                        try DocumentExport(library: library).file(of: document, pages, .pdf)
                    }
                }
            } catch {
                logger.error("output: \(error)")
                do { try await Task.sleep(for: Self.pause) } catch { return }
            }
        }
    }
}
