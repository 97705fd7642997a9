/// The file format of an exported document.
public enum ExportFormat: String, Hashable, Codable, Sendable, CaseIterable {
    case pdf
    /// A PDF with an invisible text layer over its pages.
    case searchable
    /// PDF/A-2, with a text layer if the text is available.
    case pdfa
    case tiff
    case text

    public var label: String {
        switch self {
        case .pdf: "PDF"
        case .searchable: localized("Searchable PDF")
        case .pdfa: "PDF/A"
        case .tiff: "TIFF"
        case .text: localized("Text")
        }
    }

    public var description: String {
        switch self {
        case .pdf: localized("All pages in one file, to read, print and send")
        case .searchable: localized("The text can be found, selected and copied")
        case .pdfa: localized("To keep for years, with the text")
        case .tiff: localized("All pages in one file, without loss")
        case .text: localized("The words alone, without the pages")
        }
    }

    /// The name of a Bootstrap icon.
    public var icon: String { self == .tiff ? "image" : "file-earmark-text" }

    /// Whether an export waits for the text.
    public enum TextNeed: Hashable, Sendable {
        case none
        /// Useful, but the file is valid without it.
        case wanted
        case required
    }

    public var textNeed: TextNeed {
        switch self {
        case .pdf, .tiff: .none
        case .pdfa: .wanted
        case .searchable, .text: .required
        }
    }

    /// Returns the title of a document's file. The PDF formats have different titles, so that their names do not
    /// collide.
    public func fileTitle(of title: String) -> String {
        switch self {
        case .pdf, .tiff, .text: title
        case .searchable: localized("\(title) searchable")
        case .pdfa: "\(title) PDF-A"
        }
    }

    /// The path of the file for a direct download, relative to the document.
    public var file: String {
        switch self {
        case .pdf: ".pdf"
        case .searchable, .pdfa: ".pdf?as=\(rawValue)"
        case .tiff: ".tif"
        case .text: ".txt"
        }
    }
}
