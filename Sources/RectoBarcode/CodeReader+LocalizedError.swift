public import FoundationEssentials

extension CodeReader.Failure: LocalizedError {
    /// Names the parameter or the package.
    public var errorDescription: String? { description }
}
