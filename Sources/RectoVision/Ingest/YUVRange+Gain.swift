import RectoCore

extension YUVRange {
    /// The Y of black.
    var black: Float { self == .full ? 0 : 16 }
    /// What brings steps of Y to those of the full range.
    var lumaGain: Float { self == .full ? 1 : 255 / 219 }
    /// What brings steps of Cb and Cr to those of the full range.
    var chromaGain: Float { self == .full ? 1 : 255 / 224 }
}
