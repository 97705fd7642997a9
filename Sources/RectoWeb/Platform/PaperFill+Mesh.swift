import RectoCore

extension PaperFill {
    /// A stand-in: without flattening, there is no mesh.
    init?(_ mesh: PageMesh, beyond picture: PixelSize) { return nil }
}
