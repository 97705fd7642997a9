public import CRecto
import Recto
import RectoCodecs
import RectoCore
import RectoText
import RectoVision

/// The object behind `recto_bytes`.
final class BytesHandle: Handle {
    static let name: StaticString = "bytes"
    let bytes: UnsafeMutableBufferPointer<UInt8>

    init(_ bytes: [UInt8]) {
        self.bytes = .allocate(capacity: max(bytes.count, 1))
        _ = self.bytes.initialize(from: bytes)
        count = bytes.count
    }

    let count: Int

    deinit { bytes.deallocate() }
}

extension DocumentWriter.Format {
    init(_ format: recto_document_format) throws(CallFailure) {
        let all: [DocumentWriter.Format] = [.pdf, .tiff, .png, .jpeg]
        guard let known = all.inC(format.rawValue) else {
            throw .invalid("format is \(format.rawValue), which is not a document format")
        }
        self = known
    }
}

/// Writes the caller's pages to a document.
/// - Parameter path: `nil` for a document in memory.
/// - Returns: The writer, which must still be finished.
func writer(
    _ pages: UnsafePointer<OpaquePointer?>?, _ count: Int, _ path: String?, _ format: DocumentWriter.Format,
    _ options: DocumentOptions, _ uses: inout CallUses
) throws -> DocumentWriter {
    guard count >= 1 else { throw CallFailure.invalid("count is 0: a document needs at least one page") }
    let pages = try required(pages, "pages")
    let all = try (0..<count).map { try PageHandle.reading(pages[$0], &uses).page }
    guard count == 1 || format.holdsManyPages else { throw holdsOnePage(path, format, count) }
    let document = try DocumentHandle(path, format, options)
    let progress = CallProgress(options.control)
    for (index, page) in all.enumerated() {
        let shares = Double(index) / Double(count)...Double(index + 1) / Double(count)
        _ = try document.add(page, &uses, progress, shares)
        try progress.advance(to: shares.upperBound)
    }
    return document.writer
}

@c @implementation
public func recto_pages_encode(
    _ pages: UnsafePointer<OpaquePointer?>!, _ count: Int, _ format: recto_document_format,
    _ options: UnsafePointer<recto_document_options>!, _ bytes: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    call(on: "the page") { uses in
        let bytes = try required(bytes, "bytes")
        let writer = try writer(
            pages, count, nil, try DocumentWriter.Format(format), try DocumentOptions(options), &uses)
        bytes.pointee = BytesHandle(try writer.finishInMemory()).retained()
    }
}

/// The chunk size in bytes for the caller's write function.
private let partBytes = 1 << 16

@c @implementation
public func recto_pages_write_to(
    _ pages: UnsafePointer<OpaquePointer?>!, _ count: Int, _ format: recto_document_format,
    _ options: UnsafePointer<recto_document_options>!, _ function: recto_write_function!,
    _ context: UnsafeMutableRawPointer!
) -> recto_status {
    call(on: "the page") { uses in
        guard let function else { throw CallFailure.invalid("function is NULL") }
        let writer = try writer(
            pages, count, nil, try DocumentWriter.Format(format), try DocumentOptions(options), &uses)
        try writer.finishInMemory().withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            for start in stride(from: 0, to: bytes.count, by: partBytes) {
                guard function(base + start, min(partBytes, bytes.count - start), context) == 0 else {
                    throw CallFailure.canceled
                }
            }
        }
    }
}

@c @implementation
public func recto_bytes_get(
    _ bytes: OpaquePointer!, _ data: UnsafeMutablePointer<UnsafePointer<UInt8>?>!, _ count: UnsafeMutablePointer<Int>!
) -> recto_status {
    call {
        let (bytes, data, count) = (
            try BytesHandle.at(bytes), try required(data, "data"), try required(count, "count")
        )
        (data.pointee, count.pointee) = (UnsafePointer(bytes.bytes.baseAddress), bytes.count)
    }
}

@c @implementation
public func recto_bytes_free(_ bytes: OpaquePointer!) { BytesHandle.release(bytes) }

@c @implementation
public func recto_page_suggest_rotation(
    _ page: OpaquePointer!, _ degrees: UnsafeMutablePointer<Int32>!, _ confidence: UnsafeMutablePointer<Double>!
) -> recto_status {
    call(on: "the page") { uses in
        let (page, degrees) = (try PageHandle.reading(page, &uses).page, try required(degrees, "degrees"))
        var renderer = PageRenderer()
        let suggestion = try renderer.suggestOrientation(of: page)
        degrees.pointee = suggestion.sureRotation.map { Int32($0.rawValue) } ?? -1
        confidence?.pointee = suggestion.confidence
    }
}
