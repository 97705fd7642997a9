/// How pixels are told ink from paper in the search for finder patterns.
enum BinarizationRule: CaseIterable {
    /// Against the mean level of the blocks around that have ink and paper.
    case around
    /// Against the mean level of the block itself, if that has ink and paper: follows thin lines in blurred and noisy
    /// pictures, and breaks up what is larger than a block.
    case near
}
