/// How pixels are told ink from paper in the search for finder patterns.
enum InkRule: CaseIterable {
    /// Against the mean level of the blocks of 8 × 8 pixels around.
    case blocks
    /// Against the mean of a large window.
    case window
    /// Against one level for all (Otsu 1979).
    case level
}
