public import RectoCore
import RectoKernels

extension PageRectifier {
    /// Extracts a page from a gray picture.
    /// - Throws: ``Failure/pictureSize(_:required:)`` if the plan is for a picture of another size.
    public mutating func rectify(_ picture: GrayView, by plan: Plan) throws(Failure) -> GrayImage {
        var page = GrayImage(size: plan.size)
        try rectify(picture, by: plan, into: &page)
        return page
    }

    /// Extracts a page from a color picture.
    /// - Throws: ``Failure/pictureSize(_:required:)`` if the plan is for a picture of another size.
    public mutating func rectify(_ picture: RGBView, by plan: Plan) throws(Failure) -> RGBImage {
        var page = RGBImage(size: plan.size)
        try rectify(picture, by: plan, into: &page)
        return page
    }

    /// Extracts a page from a gray picture, reusing memory of the right size.
    ///
    /// - Parameter flat: A bent page to flatten; the plan must be for it: see ``plan(for:paper:dotsPerInch:)``.
    public mutating func rectify(
        _ picture: GrayView, by plan: Plan, through flat: FlatPage? = nil, into page: inout GrayImage
    ) throws(Failure) {
        let course = try course(picture, plan, flat)
        sample(picture.part(of: course), course, into: &page)
    }

    /// Extracts a page from a color picture, reusing memory of the right size.
    ///
    /// - Parameter flat: A bent page to flatten; the plan must be for it: see ``plan(for:paper:dotsPerInch:)``.
    public mutating func rectify(
        _ picture: RGBView, by plan: Plan, through flat: FlatPage? = nil, into page: inout RGBImage
    ) throws(Failure) {
        let course = try course(picture, plan, flat)
        page.reshape(to: plan.size)
        let workers = parameters.workers
        page.withMutableView { target in
            Self.scale(picture.part(of: course), course, &rgbLevels, &doubled) { level in
                nonisolated(unsafe) let (level, target) = (level, target)
                forEachWorker(workers) { worker in
                    let share = WorkPart(worker, of: workers)
                    // SAFETY: views of the level and of the page, passed with their sizes.
                    switch course.map {
                    case .plane(let map): warpRGB(level.plane, map: map, into: target.plane, part: share)
                    case .mesh(let mesh): mesh.draw(level, into: target, share)
                    }
                }
                Self.fillBeyond(level, course, target)
            }
        }
    }

    /// Extracts the luminance of a page from a color picture, reusing memory of the right size.
    ///
    /// Luma is computed before sampling, so a third of the bytes are sampled.
    public mutating func rectify(
        lumaOf picture: RGBView, by plan: Plan, through flat: FlatPage? = nil, into page: inout GrayImage
    ) throws(Failure) {
        let course = try course(picture, plan, flat)
        let part = picture.part(of: course)
        // As large as the picture, so that the memory fits other corners too.
        var gray = luma.take() ?? GrayImage(size: picture.size)
        defer { luma = gray }
        gray.reshape(to: picture.size)
        let workers = parameters.workers
        gray.withMutableView { target in
            nonisolated(unsafe) let (part, target) = (part, target)
            forEachWorker(workers) { worker in
                let rows = part.height * worker / workers..<part.height * (worker + 1) / workers
                // SAFETY: the target is at least as large as the part.
                lumaFromRGB(
                    part.plane.rows(rows),
                    into: MutablePlaneView(
                        target.row(rows.lowerBound), stride: target.stride, width: part.width, height: rows.count))
            }
        }
        gray.withView { sample($0.part(left: 0, top: 0, size: part.size), course, into: &page) }
    }

    /// Samples the part of a picture that contains a page.
    private mutating func sample(_ part: GrayView, _ course: Course, into page: inout GrayImage) {
        page.reshape(to: course.size)
        let workers = parameters.workers
        page.withMutableView { target in
            Self.scale(part, course, &grayLevels, &doubled) { level in
                nonisolated(unsafe) let (level, target) = (level, target)
                forEachWorker(workers) { worker in
                    let share = WorkPart(worker, of: workers)
                    // SAFETY: views of the level and of the page, passed with their sizes.
                    switch course.map {
                    case .plane(let map): warpGray(level.plane, map: map, into: target.plane, part: share)
                    case .mesh(let mesh): mesh.draw(level, into: target, share)
                    }
                }
                Self.fillBeyond(level, course, target)
            }
        }
    }

    /// Fills with paper where a page extends beyond its picture.
    private static func fillBeyond<Layout>(
        _ level: ImageView<Layout>, _ course: Course, _ page: MutableImageView<Layout>
    ) {
        switch course.map {
        case .plane(let map): PaperFill(Homography(map), course.size, beyond: level.size)?.fill(page)
        case .mesh(let mesh): PaperFill(mesh, beyond: level.size)?.fill(page)
        }
    }

    /// Passes a part of a picture to `body` at its sampling scale. `levels` keeps memory for halved pictures of any
    /// part, `doubled` for one at twice its size.
    private static func scale<Layout>(
        _ part: ImageView<Layout>, _ course: Course, _ levels: inout [Image<Layout>], _ doubled: inout [UInt8],
        _ body: (ImageView<Layout>) -> Void
    ) {
        if course.isDoubled { return double(part, into: &doubled, body) }
        guard course.halvings > 0 else { return body(part) }
        for index in 0..<course.halvings {
            let level = course.picture.halved(index + 1)
            if index == levels.count { levels.append(Image(size: level)) }
            levels[index].reshape(to: level)
            let size = part.size.halved(index)
            if index == 0 {
                levels[0].withMutableView { halve(part, into: $0) }
            } else {
                let finer = levels[index - 1]
                levels[index].withMutableView { target in
                    finer.withView { halve($0.part(left: 0, top: 0, size: size), into: target) }
                }
            }
        }
        levels[course.halvings - 1].withView {
            body($0.part(left: 0, top: 0, size: part.size.halved(course.halvings)))
        }
    }

    private static func double<Layout>(
        _ part: ImageView<Layout>, into doubled: inout [UInt8], _ body: (ImageView<Layout>) -> Void
    ) {
        let channels = Layout.bitsPerPixel / 8
        let (width, height) = (2 * part.width, 2 * part.height)
        let count = width * height * channels
        if doubled.count < count { doubled = [UInt8](repeating: 0, count: count) }
        doubled.withUnsafeMutableBufferPointer { buffer in
            guard let target = buffer.baseAddress, let size = try? PixelSize(width: width, height: height) else {
                preconditionFailure("the plan has checked the size")
            }
            // SAFETY: the buffer has twice as many rows of twice as many pixels.
            enlarge(
                part.plane, channels: channels,
                into: MutablePlaneView(target, stride: width * channels, width: 2 * part.width, height: 2 * part.height)
            )
            guard
                let view = try? ImageView<Layout>(
                    base: target, byteCount: count, size: size, stride: width * channels)
            else { preconditionFailure("rows without padding") }
            body(view)
        }
    }

    private static func halve<Layout>(_ source: ImageView<Layout>, into target: MutableImageView<Layout>) {
        // SAFETY: the target has at least half the source's size, as the kernel requires.
        RectoKernels.halve(
            source.plane, channels: Layout.bitsPerPixel / 8,
            into: MutablePlaneView(
                target.base, stride: target.stride, width: source.width / 2, height: source.height / 2))
    }
}

extension PixelSize {
    /// Both sides halved the given number of times, rounded down but at least 1.
    fileprivate func halved(_ times: Int) -> PixelSize {
        // Smaller than an existing size, so always valid.
        (try? PixelSize(width: max(width >> times, 1), height: max(height >> times, 1))) ?? self
    }
}

extension ImageView {
    /// The part of the picture that a page is sampled from.
    fileprivate func part(of course: PageRectifier.Course) -> ImageView {
        part(left: course.left, top: course.top, size: course.part)
    }
}

extension Image {
    /// Resizes the image, keeping memory of the right size; pixels are then unspecified.
    mutating func reshape(to size: PixelSize) {
        if self.size != size { self = Image(size: size) }
    }
}
