/// A kind of file that a document is exported to.
public enum ExportFormat: String, Hashable, Codable, Sendable, CaseIterable {
    case pdf
    /// With the text over its pages.
    case searchable
    /// PDF/A-2, with the text where there is one.
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

    /// How much of the text an export waits for.
    public enum TextNeed: Hashable, Sendable {
        case none
        /// Without it the file is what it says all the same.
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

    /// The title of a document's file. It tells the kinds of PDF apart, so that none takes the name of another.
    public func fileTitle(of title: String) -> String {
        switch self {
        case .pdf, .tiff, .text: title
        case .searchable: localized("\(title) searchable")
        case .pdfa: "\(title) PDF-A"
        }
    }

    /// The path of the file without a job, behind that of the document.
    public var file: String {
        switch self {
        case .pdf: ".pdf"
        case .searchable, .pdfa: ".pdf?as=\(rawValue)"
        case .tiff: ".tif"
        case .text: ".txt"
        }
    }
}
