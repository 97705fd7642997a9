import CCodecShims
import Glibc
import RectoCore

/// The pages of a PDF file, rendered by Poppler's programs with limits on time and memory.
///
/// PDF interpreters have had many vulnerabilities and cannot be interrupted, so a separate program is a smaller risk
/// than a library. Pages look as in viewers: cropped to their CropBox, rotated by Rotate, with annotations.
final class PDFPages: Sendable {
    /// The properties of a page, known before it is rendered.
    private struct Page {
        /// The width of the CropBox before rotation, in units of 1/72 inch, for a file without UserUnit.
        var width: Double
        var height: Double
        var rotation: Int

        /// Whether the page is rotated by a quarter turn.
        var isTurned: Bool { rotation % 180 != 0 }
    }

    /// A picture on a page.
    private struct Image {
        var width, height: Int
        var dotsPerInchX, dotsPerInchY: Double

        var widthInches: Double { Double(width) / dotsPerInchX }
        var heightInches: Double { Double(height) / dotsPerInchY }
    }

    /// How to render a page.
    private struct Drawing {
        var arguments: [String]
        var dotsPerInch: Double
    }

    /// The minimum share of a page that a picture covers in a scan.
    private static let scanShare = 0.4
    /// The minimum resolution of a scan at which text drawn over it is sharp enough.
    private static let sufficientDotsPerInch = 200.0
    private static let dotsPerInchRange = 36.0...1200.0
    /// The memory of the program in addition to the pixels.
    private static let programBytes = 2 << 30

    /// The file in memory, for the programs.
    private let file: Int32
    private let pages: [Page]
    private let units: [Double]

    /// - Parameter bytes: The bytes of the file.
    init(_ bytes: UnsafeBufferPointer<UInt8>, _ reader: PictureReader) throws(PictureError) {
        file = codec_memory_file(bytes.baseAddress, bytes.count)
        guard file >= 0 else { throw .unreadable("out of memory") }
        let limit = max(reader.limits.pages, 0) + 1
        do throws(PictureError) {
            let text = try Self.run(["pdfinfo", "-f", "1", "-l", "\(limit)"], file, reader)
            pages = Self.pages(String(decoding: text, as: UTF8.self))
        } catch {
            close(file)
            throw error
        }
        units = pdfUserUnits(bytes, pageCount: pages.count)
        guard !pages.isEmpty else { throw .corrupt(.pdf, "it has no pages") }
        guard pages.count <= reader.limits.pages else { throw .tooManyPages(limit: reader.limits.pages) }
    }

    deinit { close(file) }

    var count: Int { pages.count }

    func picture(_ page: Int, _ reader: PictureReader) throws(PictureError) -> Picture {
        let number = ["-f", "\(page + 1)", "-l", "\(page + 1)"]
        let drawing = try drawing(page, number, reader)
        let bytes = try Self.run(["pdftoppm", "-cropbox", "-singlefile"] + number + drawing.arguments, file, reader)
        let drawn = try bytes.withUnsafeBufferPointer { (buffer) throws(PictureError) in
            guard !buffer.isEmpty else { throw .corrupt(.pdf, "page \(page + 1) cannot be drawn") }
            var decoder = try PNMDecoder(buffer, reader.limits)
            return try decoder.picture(.rgb)
        }
        let pixels = drawn.pixels.withoutEmptyColor(reader.layout)
        return Picture(
            pixels: pixels, format: .pdf, fullSize: drawn.size,
            resolution: Resolution(dotsPerInch: drawing.dotsPerInch / units[page]), fullFocalLength: nil)
    }

    // MARK: Sizes

    /// Returns how to render a page: with the pixels of the scan if it is one, otherwise at the reader's resolution.
    private func drawing(
        _ page: Int, _ number: [String], _ reader: PictureReader
    ) throws(PictureError) -> Drawing {
        let shape = pages[page]
        let (width, height) = (shape.width / 72, shape.height / 72)
        let images = try images(number, reader)
        let scans = images.filter { $0.widthInches * $0.heightInches >= Self.scanShare * width * height }
        let wanted = max(reader.pdfDotsPerInch, Self.dotsPerInchRange.lowerBound) * units[page]
        var dotsPerInch = wanted
        if let scan = scans.max(by: { $0.dotsPerInchX < $1.dotsPerInchX }) {
            let own = max(scan.dotsPerInchX, scan.dotsPerInchY)
            if own >= Self.sufficientDotsPerInch || own >= wanted {
                dotsPerInch = own
            } else {
                dotsPerInch = try hasText(number, reader) ? wanted : own
            }
            dotsPerInch = min(
                max(dotsPerInch, Self.dotsPerInchRange.lowerBound), Self.dotsPerInchRange.upperBound * units[page])
            let covers = abs(scan.widthInches / width - 1) < 0.015 && abs(scan.heightInches / height - 1) < 0.015
            if covers, dotsPerInch == own, scan.dotsPerInchX == scan.dotsPerInchY,
                (try? reader.limits.size(width: scan.width, height: scan.height)) != nil
            {
                let (across, down) = shape.isTurned ? (scan.height, scan.width) : (scan.width, scan.height)
                return Drawing(
                    arguments: ["-scale-to-x", "\(across)", "-scale-to-y", "\(down)"],
                    dotsPerInch: Double(scan.width) / width)
            }
        }
        // Render large pages at the highest resolution that the limits allow.
        let most = (Double(max(reader.limits.pixels, 1)) * 0.99 / (width * height)).squareRoot()
        let longest = Double(min(reader.limits.side, PixelSize.maximumSide) - 1) / max(width, height)
        dotsPerInch = min(dotsPerInch, most, longest)
        return Drawing(arguments: ["-r", "\(dotsPerInch)"], dotsPerInch: dotsPerInch)
    }

    private func images(_ number: [String], _ reader: PictureReader) throws(PictureError) -> [Image] {
        let text = String(decoding: try Self.run(["pdfimages", "-list"] + number, file, reader), as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).compactMap { line in
            let fields = line.split(separator: " ")
            // The object may take one or two words, so count the resolutions from the end.
            guard fields.count >= 14, ["image", "mask", "stencil"].contains(fields[2]), let width = Int(fields[3]),
                let height = Int(fields[4]), let x = Double(fields[fields.count - 4]),
                let y = Double(fields[fields.count - 3]), x >= 1, y >= 1, width > 0, height > 0
            else { return nil }
            return Image(width: width, height: height, dotsPerInchX: x, dotsPerInchY: y)
        }
    }

    private func hasText(_ number: [String], _ reader: PictureReader) throws(PictureError) -> Bool {
        // Below two heading lines, each font has a line.
        String(decoding: try Self.run(["pdffonts"] + number, file, reader), as: UTF8.self)
            .split(whereSeparator: \.isNewline).count > 2
    }

    // MARK: Programs

    /// Parses `Page    1 size: 595 x 842 pts (A4)` and `Page    1 rot:  0` of pdfinfo.
    private static func pages(_ text: String) -> [Page] {
        var pages: [Page] = []
        for line in text.split(whereSeparator: \.isNewline) {
            let fields = line.split(separator: " ")
            guard fields.count >= 4, fields[0] == "Page", Int(fields[1]) != nil else { continue }
            if fields[2] == "size:", fields.count >= 6, let width = Double(fields[3]), let height = Double(fields[5]),
                width > 0, height > 0
            {
                pages.append(Page(width: width, height: height, rotation: 0))
            } else if fields[2] == "rot:", !pages.isEmpty {
                pages[pages.count - 1].rotation = Int(fields[3]) ?? 0
            }
        }
        return pages
    }

    /// Runs a program on the file. A password is tried as the user's and then as the owner's.
    private static func run(_ command: [String], _ file: Int32, _ reader: PictureReader) throws(PictureError) -> [UInt8]
    {
        guard let password = reader.password else { return try run(command, [], file, reader.limits) }
        do throws(PictureError) {
            return try run(command, ["-upw", password], file, reader.limits)
        } catch .passwordNeeded {
            return try run(command, ["-opw", password], file, reader.limits)
        }
    }

    private static func run(
        _ command: [String], _ password: [String], _ file: Int32, _ limits: PictureReader.Limits
    ) throws(PictureError) -> [UInt8] {
        let words = command + password + ["/dev/fd/3"]
        let copies = words.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        var bounds = codec_program_limits()
        bounds.output_bytes = UInt64(clamping: 3 * max(limits.pixels, 0) + (1 << 20))
        bounds.memory_bytes = UInt64(clamping: max(limits.memoryBytes, 0) + programBytes)
        bounds.seconds = max(limits.seconds, 0.001)
        var output: UnsafeMutablePointer<UInt8>?
        var count = 0
        var message = codec_message()
        let arguments = copies.map { UnsafePointer<CChar>($0) } + [nil]
        let status = codec_program_run(arguments, file, &bounds, &output, &count, &message)
        defer { codec_free(output) }
        guard status == CODEC_OK else {
            // A missing program does not open the file; a wrong password is reported on standard error.
            if status == CODEC_CORRUPT, message.string.contains("ncorrect password") { throw .passwordNeeded }
            throw PictureError(.pdf, status, message, 0, 0)
        }
        return [UInt8](UnsafeBufferPointer(start: output, count: count))
    }
}

extension Picture.Pixels {
    /// Returns gray pixels if none has a color, or gray is requested.
    fileprivate func withoutEmptyColor(_ layout: PictureReader.Layout) -> Picture.Pixels {
        guard case .rgb(let image) = self, layout != .rgb else { return self }
        return layout == .gray || image.isGray ? .gray(GrayImage(luminanceOf: image)) : self
    }
}

extension RGBImage {
    /// Whether all pixels have equal channels.
    fileprivate var isGray: Bool {
        withView { view in
            (0..<view.height).allSatisfy { y in
                let row = view.row(y)
                // SAFETY: the row has `width` pixels of three bytes.
                return (0..<view.width).allSatisfy { row[3 * $0] == row[3 * $0 + 1] && row[3 * $0] == row[3 * $0 + 2] }
            }
        }
    }
}
