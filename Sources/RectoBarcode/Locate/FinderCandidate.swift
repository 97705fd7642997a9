/// A place where runs across and down are like a finder pattern's, in pixels of the ink bits.
struct FinderCandidate: BitwiseCopyable {
    /// The centre of the pattern's middle run along each axis.
    var x, y: Float
    /// Pixels of a module, by the runs across and down.
    var across, down: Float

    var module: Float { (across + down) / 2 }
}
