package import RectoCore

/// The picture of an anchor as frames are compared with it, and the places of its patches.
///
/// Its pixels are the coordinates that patches are looked for in; those of the ``Anchor`` may be finer.
package struct AnchorPicture: Sendable {
    /// Patches that an anchor has at most.
    package static let patchCount = 160

    package let gray: GrayImage
    /// Centres of patches, the first ones spread over the picture as widely as all.
    package let places: [Point2D]

    package init(gray: GrayImage, places: [Point2D]) {
        self.gray = gray
        self.places = places
    }

    /// Chooses the places of a picture's patches.
    package init(gray: GrayImage) {
        self.init(gray: gray, places: gray.withView { PatchPoints.choose(in: $0, count: Self.patchCount) })
    }

    package var size: PixelSize { gray.size }
}
