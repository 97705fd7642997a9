public import RectoCore

/// The options for exporting several documents together.
public struct ManyExport: Hashable, Sendable {
    public enum Files: String, Hashable, Sendable, CaseIterable {
        /// All pages in one PDF.
        case pdf
        /// A ZIP with a PDF file for each document.
        case pdfs
        /// A ZIP with a PDF/A-2 file for each document.
        case pdfa
        /// A ZIP with a file for each page.
        case jpg
        case png
        /// A ZIP with a file for each document.
        case tiff
        /// A ZIP with the files that the documents came from, and a PDF file for each scanned document.
        case originals

        public var label: String {
            switch self {
            case .pdf: localized("One PDF")
            case .pdfs: localized("PDF files")
            case .pdfa: localized("PDF/A files")
            case .jpg: localized("JPG pictures")
            case .png: localized("PNG pictures")
            case .tiff: localized("TIFF files")
            case .originals: localized("Original files")
            }
        }

        public var description: String {
            switch self {
            case .pdf: localized("All pages in one file, with their text")
            case .pdfs: localized("A ZIP with a file for each document, with its text")
            case .pdfa: localized("A ZIP with a file for each document, to keep for years")
            case .jpg: localized("A ZIP with a file for each page")
            case .png: localized("A ZIP with a file for each page, without loss")
            case .tiff: localized("A ZIP with a file for each document, without loss")
            case .originals: localized("A ZIP with the files as they came in, and a PDF of each scan")
            }
        }

        public var isZIP: Bool { self != .pdf }
    }

    public enum Paper: String, Hashable, Sendable, CaseIterable {
        /// Each page keeps its size.
        case own
        case a4
        case letter

        public var label: String {
            switch self {
            case .own: localized("As scanned")
            case .a4: "A4"
            case .letter: localized("Letter")
            }
        }
    }

    /// The JPEG quality in PDF and JPG files.
    public enum Quality: String, Hashable, Sendable, CaseIterable {
        case small
        case standard
        case best

        public var label: String {
            switch self {
            case .small: localized("Small")
            case .standard: localized("Standard")
            case .best: localized("Best")
            }
        }

        /// The JPEG quality, `1...100`.
        public var jpeg: Int {
            switch self {
            case .small: 45
            // The quality of exports of single documents.
            case .standard: 70
            case .best: 92
            }
        }
    }

    public enum Field: String, Hashable, Sendable, CaseIterable {
        case files
        case paper
        case quality
    }

    /// An invalid value of a field, as a sentence.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        public let description: String
    }

    public var files = Files.pdf
    public var paper = Paper.own
    public var quality = Quality.standard

    public init() {}

    /// - Parameter entered: The values by field; missing ones have their defaults.
    public init(_ entered: [Field: String]) throws(Failure) {
        func read<Value: RawRepresentable & CaseIterable>(
            _ field: Field, _ usual: Value
        ) throws(Failure) -> Value where Value.RawValue == String {
            guard let text = entered[field] else { return usual }
            guard let value = Value(rawValue: text) else {
                let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
                throw Failure(description: localized("“\(field.rawValue)” must be one of \(known)."))
            }
            return value
        }
        files = try read(.files, files)
        paper = try read(.paper, paper)
        quality = try read(.quality, quality)
    }
}

/// The position of a page on a sheet of paper: centered at its own size, or reduced to fit.
public struct PaperPlace: Hashable, Sendable {
    /// The size of the sheet in pixels of the page.
    public let sheet: PixelSize
    /// The position of the page's top left corner. Its x is a multiple of 8, because a byte of a bilevel page holds 8
    /// pixels.
    public let left: Int
    public let top: Int
    public let dotsPerInch: Double

    /// - Returns: `nil` if the page keeps its size, or a sheet around it would be too large.
    public init?(of page: PixelSize, dotsPerInch: Double, on paper: ManyExport.Paper) {
        guard let upright = paper.inches else { return nil }
        let isWide = page.width > page.height
        let (width, height) = isWide ? (upright.height, upright.width) : upright
        // A higher resolution makes a page smaller.
        let dots = max(dotsPerInch, Double(page.width) / width, Double(page.height) / height)
        let sheet = try? PixelSize(
            width: max(page.width, Int((width * dots).rounded())),
            height: max(page.height, Int((height * dots).rounded())))
        guard let sheet else { return nil }
        self.sheet = sheet
        left = (sheet.width - page.width) / 2 & ~7
        top = (sheet.height - page.height) / 2
        self.dotsPerInch = dots
    }
}

extension ManyExport.Paper {
    /// The upright size; `nil` for the page's own size.
    fileprivate var inches: (width: Double, height: Double)? {
        switch self {
        case .own: nil
        case .a4: (210 / 25.4, 297 / 25.4)
        case .letter: (8.5, 11)
        }
    }
}

/// Generates unique file names that are valid on every system. Names differ by more than case.
public struct FileNames: Sendable {
    private var used: Set<String> = []

    public init() {}

    /// - Parameters:
    ///   - title: The title that the file is named after.
    ///   - ending: The extension, such as ".pdf".
    public mutating func name(for title: String, ending: String) -> String {
        var base = DocumentTitle.fileName(of: title)
        // Windows reserves device names.
        if Self.devices.contains(base.uppercased()) { base += "-1" }
        var name = base + ending
        var number = 2
        while !used.insert(name.lowercased()).inserted {
            name = "\(base)-\(number)\(ending)"
            number += 1
        }
        return name
    }

    private static let devices: Set<String> =
        Set(["CON", "PRN", "AUX", "NUL"] + (1...9).flatMap { ["COM\($0)", "LPT\($0)"] })
}
