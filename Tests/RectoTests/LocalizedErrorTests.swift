import Foundation
import Recto
import RectoCapture
import RectoCodecs
import RectoCore
import RectoVision
import Testing

/// What programs show of errors whose types they do not know.
@Suite("Texts of errors") struct LocalizedErrorTests {
    private static let errors: [(any Error, begins: String, has: String)] = [
        (ParameterError("count", found: "0", required: "1...9"), "count is 0", "1...9"),
        (PictureError.unknownFormat, "The picture ", "format"),
        (PictureError.unreadable("No such file or directory"), "The picture ", "No such file"),
        (OutputError.unwritable("No space left on device"), "The file ", "No space"),
        (OutputError.noPages, "The file ", "no pages"),
        (
            DocumentWriter.Failure(file: "out.pdf", reason: .unwritable("No space left on device"), endsDocument: true),
            "out.pdf cannot be written", "No space"
        ),
        (SessionError.inUse, "The draft ", "another program"),
        (PageRectifier.Failure.resolution(3, required: 10...2400), "The picture ", "required"),
        (CaptureError.notFound, "The source ", "exist"),
        (DeviceFault("VIDIOC_DQBUF", code: 5), "The camera's driver ", "VIDIOC_DQBUF"),
    ]

    @Test("Each names what it speaks of and says why, once")
    func texts() {
        for (error, beginning, part) in Self.errors {
            let text = error.localizedDescription
            #expect(text.hasPrefix(beginning) && text.contains(part), "\(text)")
            #expect(text.ranges(of: "cannot be").count <= 1, "\(text)")
        }
    }
}
