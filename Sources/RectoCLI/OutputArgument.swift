import ArgumentParser
import Recto

/// The file to write, in the format of its ending.
struct OutputArgument: ExpressibleByArgument {
    let path: String
    let format: DocumentWriter.Format

    init?(argument: String) {
        guard let format = DocumentWriter.Format(path: argument) else { return nil }
        path = argument
        self.format = format
    }
}
