import Foundation
import Recto
import RectoCodecs
import RectoCore
import StationRules
import StationStore

/// Exports many documents to one file: a PDF, or a ZIP of files. At most one page is in memory at a time.
struct ManyDocuments {
    /// A sentence about what could not be written. No file is left behind.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        /// - Parameter page: The page number from 1.
        init(_ document: String, page: Int, _ error: any Error) {
            let what =
                switch error {
                case StoreError.damagedBlob, is PictureError:
                    localized("“\(document)” was not exported: page \(page) is damaged or cannot be read.")
                default: localized("“\(document)” was not exported: page \(page), \("\(error)").")
                }
            description = what + " " + localized("No file was made.")
        }
    }

    private let library: Library
    private let order: ManyExport
    private let date: Date
    private let calendar: Calendar

    /// - Parameter date: The date of the files in a ZIP.
    init(_ library: Library, _ order: ManyExport, at date: Date, calendar: Calendar) {
        self.library = library
        self.order = order
        self.date = date
        self.calendar = calendar
    }

    var kind: FileKind { order.files.isZIP ? .zip : .pdf }

    /// - Parameters:
    ///   - path: The path of the file. Temporary files are created next to it and removed.
    ///   - progress: Receives the number of finished pages, before each page and at the end. Its errors stop the
    ///     export.
    func write(_ documents: [Int64], to path: String, progress: (Int) throws -> Void) throws {
        var finished = 0
        func page() throws {
            finished += 1
            try progress(finished)
        }
        try progress(0)
        guard order.files.isZIP else {
            let writer = try writer(to: path, .pdf, title: nil)
            for document in documents { try add(document, to: writer, page) }
            return try writer.finish()
        }
        let folder = path + ".parts"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var zip = try ZIPWriter(path: path, date: date, calendar: calendar)
        var names = FileNames()
        for document in documents { try add(document, to: &zip, &names, folder, page) }
        try zip.finish()
    }

    // MARK: Files

    private func add(
        _ document: Int64, to zip: inout ZIPWriter, _ names: inout FileNames, _ folder: String,
        _ page: () throws -> Void
    ) throws {
        let record = try library.document(document)
        guard record.pages > 0 else { return try addAttachments(of: record, to: &zip, &names, folder) }
        let part = "\(folder)/part"
        func move(_ name: String) throws {
            try zip.add(part, named: name)
            try FileManager.default.removeItem(atPath: part)
        }
        if order.files == .originals, try addOriginals(of: record, to: &zip, &names, folder) {
            return try (0..<record.pages).forEach { _ in try page() }
        }
        switch order.files {
        case .pdf, .pdfs, .pdfa, .tiff, .originals:
            let format: DocumentWriter.Format = order.files == .tiff ? .tiff : .pdf
            let writer = try writer(to: part, format, title: record.title)
            try add(document, to: writer, page)
            try writer.finish()
            try move(names.name(for: record.title, ending: format.kind.ending))
        case .jpg, .png:
            let format: DocumentWriter.Format = order.files == .jpg ? .jpeg : .png
            let pages = try library.pages(of: document)
            for (index, content) in pages.enumerated() {
                let writer = try writer(to: part, format, title: nil)
                try add(content, index, of: record, nil, to: writer)
                try writer.finish()
                let title = pages.count == 1 ? record.title : "\(record.title) \(index + 1)"
                try move(names.name(for: title, ending: format.kind.ending))
                try page()
            }
        }
    }

    /// Adds the attachments of a document without pages.
    private func addAttachments(
        of document: DocumentRecord, to zip: inout ZIPWriter, _ names: inout FileNames, _ folder: String
    ) throws {
        for attachment in try library.attachments(of: document.id) {
            try add(attachment.file, attachment.name, after: document.title + " ", to: &zip, &names, folder)
        }
    }

    /// - Returns: `false` if the document was scanned.
    private func addOriginals(
        of document: DocumentRecord, to zip: inout ZIPWriter, _ names: inout FileNames, _ folder: String
    ) throws -> Bool {
        let originals = try library.originals(of: document.id)
        for original in originals {
            try add(
                original.file, OriginalFile.name(of: original, title: document.title), to: &zip, &names, folder)
        }
        return !originals.isEmpty
    }

    /// Adds a file of the library unchanged.
    private func add(
        _ file: BlobName, _ name: String, after title: String = "", to zip: inout ZIPWriter, _ names: inout FileNames,
        _ folder: String
    ) throws {
        let part = "\(folder)/part"
        try Data(library.original(file)).write(to: URL(filePath: part))
        let name = URL(filePath: name)
        let ending = name.pathExtension.isEmpty ? "" : ".\(name.pathExtension)"
        try zip.add(
            part, named: names.name(for: title + name.deletingPathExtension().lastPathComponent, ending: ending))
        try FileManager.default.removeItem(atPath: part)
    }

    private func writer(to path: String, _ format: DocumentWriter.Format, title: String?) throws -> DocumentWriter {
        var metadata = DocumentMetadata()
        metadata.title = title
        return try DocumentWriter(
            path: path, format: format, expectedPages: 1,
            jpeg: try JPEGWriter(quality: order.quality.jpeg, effort: .small), tiff: .deflate, metadata: metadata,
            isArchival: order.files == .pdfa)
    }

    // MARK: Pages

    private func add(_ document: Int64, to writer: DocumentWriter, _ page: () throws -> Void) throws {
        let record = try library.document(document)
        let texts = try library.texts(of: document)
        for (index, content) in try library.pages(of: document).enumerated() {
            try add(content, index, of: record, texts[index]?.text, to: writer)
            try page()
        }
    }

    private func add(
        _ page: PageRecord, _ index: Int, of document: DocumentRecord, _ text: PageText?, to writer: DocumentWriter
    ) throws {
        do {
            let rendered = try library.content(of: page).render()
            let place = PaperPlace(of: rendered.image.size, dotsPerInch: rendered.dotsPerInch, on: order.paper)
            let image = place.map { rendered.image.placed(at: $0) } ?? rendered.image
            let dots = place?.dotsPerInch ?? rendered.dotsPerInch
            let text = text.map { place?.place($0, ofPage: rendered.image.size) ?? $0 }
            try writer.add(image, resolution: Resolution(dotsPerInch: dots) ?? .assumed, text: text)
        } catch {
            throw Failure(document.title, page: index + 1, error)
        }
    }
}

extension PaperPlace {
    /// Returns the text of the page on the sheet.
    fileprivate func place(_ text: PageText, ofPage page: PixelSize) -> PageText {
        text.scaled(to: page).placed(on: sheet, origin: Point2D(x: Double(left), y: Double(top)))
    }
}

extension Raster {
    /// Returns the page on a white sheet.
    fileprivate func placed(at place: PaperPlace) -> Raster {
        switch self {
        case .bilevel(let image): .bilevel(image.placed(at: place, white: 0))
        case .gray(let image): .gray(image.placed(at: place, white: 255))
        case .rgb(let image): .rgb(image.placed(at: place, white: 255))
        }
    }
}

extension Image {
    /// - Parameter white: The byte value of white pixels.
    fileprivate func placed(at place: PaperPlace, white: UInt8) -> Image {
        let (bytes, count) = (packedBytes, rowBytes)
        let sheetBytes = Layout.rowBytes(width: place.sheet.width)
        let start = Layout.rowBytes(width: place.left)
        // The last byte of a row may have unused bits.
        let unused = count * 8 - width * Layout.bitsPerPixel
        var sheet = [UInt8](repeating: white, count: sheetBytes * place.sheet.height)
        for y in 0..<height {
            let target = (place.top + y) * sheetBytes + start
            sheet.replaceSubrange(target..<target + count, with: bytes[y * count..<(y + 1) * count])
            if unused > 0 { sheet[target + count - 1] &= UInt8.max << UInt8(unused) }
        }
        guard let image = try? Image(size: place.sheet, packed: sheet) else {
            preconditionFailure("the sheet has as many bytes as its size needs")
        }
        return image
    }
}
