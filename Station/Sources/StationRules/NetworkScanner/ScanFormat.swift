/// The file formats of a scan, by their media types.
public enum ScanFormat: String, Hashable, Sendable, CaseIterable {
    case jpeg = "image/jpeg"
    case pdf = "application/pdf"
    case png = "image/png"
    case tiff = "image/tiff"
}
