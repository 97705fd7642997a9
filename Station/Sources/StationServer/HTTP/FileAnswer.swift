import HTTPTypes
import Hummingbird
import NIOCore
import Recto
import StationRules

/// Answers that browsers keep as a file.
enum FileAnswer {
    /// - Parameter title: From which the file's name is made.
    static func make(_ bytes: [UInt8], _ format: DocumentWriter.Format, title: String) throws -> Response {
        let name = "\(DocumentTitle.fileName(of: title))\(format.ending)"
        return Response(
            status: .ok,
            headers: [
                .contentType: format.mediaType, .cacheControl: "no-store",
                .contentDisposition: "attachment; filename*=UTF-8''\(name.percentEncoded)",
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension DocumentWriter.Format {
    /// Of a file's name.
    var ending: String {
        switch self {
        case .pdf: ".pdf"
        case .tiff: ".tif"
        case .png: ".png"
        case .jpeg: ".jpg"
        }
    }

    fileprivate var mediaType: String {
        switch self {
        case .pdf: "application/pdf"
        case .tiff: "image/tiff"
        case .png: "image/png"
        case .jpeg: "image/jpeg"
        }
    }
}

extension String {
    /// For a header's extended value.
    fileprivate var percentEncoded: String {
        utf8.map { byte in
            let isPlain =
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: ".")
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
        }.joined()
    }
}
