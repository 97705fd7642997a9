import Recto

/// What a job has made, and what it is called.
struct JobFile: Sendable {
    let path: String
    let format: DocumentWriter.Format
    let title: String
}
