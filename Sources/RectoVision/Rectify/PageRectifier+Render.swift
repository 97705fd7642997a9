public import RectoCore
import RectoKernels

extension PageRectifier {
    /// Takes a page out of a gray picture.
    /// - Throws: ``Failure/pictureSize(_:required:)`` if the plan is for a picture of another size.
    public mutating func rectify(_ picture: GrayView, by plan: Plan) throws(Failure) -> GrayImage {
        var page = GrayImage(size: plan.size)
        try rectify(picture, by: plan, into: &page)
        return page
    }

    /// Takes a page out of a picture in colour.
    /// - Throws: ``Failure/pictureSize(_:required:)`` if the plan is for a picture of another size.
    public mutating func rectify(_ picture: RGBView, by plan: Plan) throws(Failure) -> RGBImage {
        var page = RGBImage(size: plan.size)
        try rectify(picture, by: plan, into: &page)
        return page
    }

    /// Takes a page out of a gray picture, into memory that is kept where it has the right size.
    public mutating func rectify(_ picture: GrayView, by plan: Plan, into page: inout GrayImage) throws(Failure) {
        try check(picture, plan)
        page.reshape(to: plan.size)
        page.withMutableView { target in
            Self.sample(picture, by: plan, halved: &grayLevels) { level in
                // SAFETY: views of the level and of the page, whose sizes are passed with them.
                warpGray(
                    level.base, stride: level.stride, width: level.width, height: level.height,
                    map: plan.pageToLevel.coefficients, into: target.base, targetStride: target.stride,
                    targetWidth: target.width, targetHeight: target.height)
            }
        }
    }

    /// Takes a page out of a picture in colour, into memory that is kept where it has the right size.
    public mutating func rectify(_ picture: RGBView, by plan: Plan, into page: inout RGBImage) throws(Failure) {
        try check(picture, plan)
        page.reshape(to: plan.size)
        page.withMutableView { target in
            Self.sample(picture, by: plan, halved: &rgbLevels) { level in
                // SAFETY: views of the level and of the page, whose sizes are passed with them.
                warpRGB(
                    level.base, stride: level.stride, width: level.width, height: level.height,
                    map: plan.pageToLevel.coefficients, into: target.base, targetStride: target.stride,
                    targetWidth: target.width, targetHeight: target.height)
            }
        }
    }

    /// Takes the luminance of a page out of a picture in colour, into memory that is kept where it has the right size.
    ///
    /// Luma is taken before sampling: a third of the bytes are sampled.
    public mutating func rectify(
        lumaOf picture: RGBView, by plan: Plan, into page: inout GrayImage
    ) throws(Failure) {
        try check(picture, plan)
        var gray = luma.take() ?? GrayImage(size: picture.size)
        defer { luma = gray }
        gray.reshape(to: picture.size)
        gray.withMutableView { target in
            // SAFETY: the target is of the picture's size.
            lumaFromRGB(
                picture.base, stride: picture.stride, width: picture.width, height: picture.height,
                into: target.base, targetStride: target.stride)
        }
        try gray.withView { (view) throws(Failure) in try rectify(view, by: plan, into: &page) }
    }

    private func check<Layout>(_ picture: ImageView<Layout>, _ plan: Plan) throws(Failure) {
        guard picture.size == plan.picture else { throw .pictureSize(picture.size, required: plan.picture) }
        // The plan knows the pixels, not how far apart a lent picture's rows lie.
        let (bytes, overflows) = picture.stride.multipliedReportingOverflow(by: picture.height)
        guard plan.halvings > 0 || !overflows && bytes <= Self.mostWarpedBytes else {
            throw .pictureTooLarge(picture.size)
        }
    }

    /// Lends the picture to `warp` after the plan's halvings; `levels` keeps the memory of the halved pictures.
    private static func sample<Layout>(
        _ picture: ImageView<Layout>, by plan: Plan, halved levels: inout [Image<Layout>],
        _ warp: (ImageView<Layout>) -> Void
    ) {
        var source = picture.size
        for index in 0..<plan.halvings {
            // Halvings end before a side would vanish.
            guard let size = try? PixelSize(width: source.width / 2, height: source.height / 2) else { break }
            if index == levels.count { levels.append(Image(size: size)) }
            levels[index].reshape(to: size)
            if index == 0 {
                levels[0].withMutableView { halve(picture, into: $0) }
            } else {
                let finer = levels[index - 1]
                levels[index].withMutableView { target in finer.withView { halve($0, into: target) } }
            }
            source = size
        }
        if plan.halvings == 0 { warp(picture) } else { levels[plan.halvings - 1].withView(warp) }
    }

    private static func halve<Layout>(_ source: ImageView<Layout>, into target: MutableImageView<Layout>) {
        // SAFETY: the target has half the source's size, as the kernel requires.
        RectoKernels.halve(
            source.base, stride: source.stride, width: source.width, height: source.height,
            channels: Layout.bitsPerPixel / 8, into: target.base, targetStride: target.stride)
    }
}

extension Homography {
    /// As the warp kernels take it.
    var coefficients: WarpCoefficients { (a, b, c, d, e, f, g, h, i) }
}

extension Image {
    /// Gives the image a size; pixels are then unspecified, memory of the right size is kept.
    mutating func reshape(to size: PixelSize) {
        if self.size != size { self = Image(size: size) }
    }
}
