/// The colors of a scan, by the names that the scanner protocol has for them.
public enum ScanColor: String, Hashable, Sendable, CaseIterable {
    /// Ink and paper, as the engine's black-and-white filter tells them apart. JPEG has no such pictures: there they are
    /// grays of which none but black and white occur.
    case blackAndWhite = "BlackAndWhite1"
    case gray = "Grayscale8"
    case color = "RGB24"
}
