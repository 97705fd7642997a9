import RectoCore
import RectoKernels

/// The scratch memory and the steps of an ``Enhancer``.
final class EnhancementPipeline: @unchecked Sendable {
    // Sendable: only the enhancer that owns it uses it.
    private let levels = PageLevels()
    private let ink = ThresholdMap()
    private let localBinarizer = LocalBinarizer()
    private let light = IlluminationMap()
    private let lightType = LightType()
    private let padded = Plane<UInt8>()
    private let bytes = Plane<UInt8>()
    private let eighth = Plane<Float>()
    private let share = Plane<Float>()
    private let row = Plane<Float>()
    private var luma: GrayImage?
    /// The number of threads for black and white by ``Binarization/Method/adaptive``.
    var workers = 1

    /// The approximate number of pixels from which the tones of a page are measured.
    private static let samples = 131_072

    /// The minimum depth of certain ink below its threshold, relative to the threshold. Dots on receipts have a depth
    /// of 0.5, specks of noise 0.05.
    private static let firmDepth: Float = 0.125

    // MARK: - Filters

    func binarize(_ page: GrayView, by binarization: Binarization) -> BilevelImage {
        guard binarization.method == .adaptive else {
            var result = BilevelImage(size: page.size)
            result.withMutableView { localBinarizer.find(page, by: binarization, into: $0) }
            return result
        }
        loadForInk(page)
        lightType.find(levels.quarter)
        var result = ink(of: page, darkness: binarization.darkness)
        if lightType.isAny {
            let inverted = page.inverted
            inverted.withView { view in
                loadForInk(view)
                lightType.take(ink(of: view, darkness: -binarization.darkness), into: &result)
            }
        }
        return result
    }

    private func loadForInk(_ page: GrayView) {
        let source = atLeast(PageLevels.minimumSide, page)
        levels.load(
            source.base, stride: source.stride, width: source.width, height: source.height, keepsPictures: false,
            workers: workers)
    }

    /// Ink of a page that is loaded.
    private func ink(of page: GrayView, darkness: Int) -> BilevelImage {
        let side = PageLevels.minimumSide
        ink.make(
            levels, width: max(page.width, side), height: max(page.height, side), darkness: darkness, workers: workers)
        bytes.reshape(width: surfaceScratchByteCount(width: page.width, channels: 1), height: workers)
        var result = BilevelImage(size: page.size)
        result.withMutableView { target in
            nonisolated(unsafe) let (page, target) = (page, target)
            forEachWorker(workers) { [self] worker in
                // SAFETY: the target has the page's size; the scratch of each worker has an even length.
                thresholdAgainstSurface(
                    page.plane, surface: ink.threshold.view, into: target.plane,
                    scratch: bytes.base + worker * bytes.width, part: WorkPart(worker, of: workers))
            }
            // On a smaller page nothing has room around it.
            guard min(page.width, page.height) >= PageLevels.minimumSide else { return }
            SpeckRemoval(target.base, stride: target.stride, width: page.width, height: page.height)
                .run(workers: workers) { x, y in
                    let level = Float(ink.threshold[x / 4, y / 4])
                    return Float(page.row(y)[x]) < level * (1 - Self.firmDepth)
                }
        }
        return result
    }

    func flatten(_ page: GrayView) -> GrayImage {
        loadForTones(page)
        lightType.find(levels.quarter)
        var result = evenlyLit(page)
        // Smaller dark regions keep their tones anyway, also those of pictures.
        if lightType.coversMost {
            let inverted = page.inverted
            inverted.withView { view in
                loadForTones(view)
                lightType.take(evenlyLit(view), into: &result)
            }
        }
        return result
    }

    private func loadForTones(_ page: GrayView) {
        let source = atLeast(PageLevels.minimumSide, page)
        levels.load(
            source.base, stride: source.stride, width: source.width, height: source.height, keepsPictures: true)
    }

    /// A page that is loaded, in even light.
    private func evenlyLit(_ page: GrayView) -> GrayImage {
        let side = PageLevels.minimumSide
        light.make(levels, isColor: false, width: max(page.width, side), height: max(page.height, side))
        var result = GrayImage(size: page.size)
        applyLight(to: page, into: &result)
        return result
    }

    func flatten(_ page: RGBView) -> RGBImage {
        let source = atLeast(PageLevels.minimumSide, page)
        levels.loadColor(
            source.base, stride: source.stride, width: source.width, height: source.height, findsPictures: true)
        // Without paper, the light cannot be measured.
        guard !levels.pictures.isWholePage else { return tonePhoto(page) }
        light.make(levels, isColor: true, width: source.width, height: source.height)
        var result = RGBImage(size: page.size)
        applyLight(to: page, into: &result)
        return result
    }

    func tonePhoto(_ page: GrayView) -> GrayImage {
        var result = GrayImage(copying: page)
        let curve = PhotoTones([tones(of: page)]).curves[0]
        result.withMutableView { view in
            for y in 0..<view.height { curve.apply(to: view.row(y), count: view.width) }
        }
        return result
    }

    func tonePhoto(_ page: RGBView) -> RGBImage {
        var result = RGBImage(size: page.size)
        let curves = PhotoTones(channelTones(of: page)).curves
        let (red, green, blue) = (curves[0], curves[1], curves[2])
        result.withMutableView { view in
            for y in 0..<view.height {
                let (from, to) = (page.row(y), view.row(y))
                // SAFETY: both rows hold three bytes for each of `width` pixels.
                for x in 0..<view.width {
                    to[3 * x] = red[from[3 * x]]
                    to[3 * x + 1] = green[from[3 * x + 1]]
                    to[3 * x + 2] = blue[from[3 * x + 2]]
                }
            }
        }
        return result
    }

    func suggestFilter(_ page: GrayView) -> FilterSuggestion {
        let source = atLeast(PageLevels.minimumSide, page)
        levels.load(
            source.base, stride: source.stride, width: source.width, height: source.height, keepsPictures: true)
        return DocumentClassifier.classify(DocumentClassifier.measure(levels, colors: nil))
    }

    func suggestFilter(_ page: RGBView) -> FilterSuggestion {
        let source = atLeast(PageLevels.minimumSide, page)
        levels.loadColor(
            source.base, stride: source.stride, width: source.width, height: source.height)
        return DocumentClassifier.classify(DocumentClassifier.measure(levels, colors: levels.quarterColor))
    }

    /// Lends the luma of a color page.
    func withLuma<Result>(of page: RGBView, _ body: (GrayView) -> Result) -> Result {
        var image = luma.take() ?? GrayImage(size: page.size)
        image.reshape(to: page.size)
        image.withMutableView { target in
            // SAFETY: the target has the page's size.
            lumaFromRGB(page.plane, into: target.plane)
        }
        let result = image.withView(body)
        luma = image
        return result
    }

    // MARK: - Steps

    /// Multiplies the page by the light's gains, then adjusts the resulting tones.
    private func applyLight<Layout>(to page: ImageView<Layout>, into result: inout Image<Layout>) {
        let channels = Layout.bitsPerPixel / 8
        bytes.reshape(width: surfaceScratchByteCount(width: page.width, channels: channels), height: 1)
        result.withMutableView { target in
            let gains = PlaneView(
                light.gains.base, stride: light.gains.width, width: light.gains.width / channels,
                height: light.gains.height)
            // SAFETY: the target has the page's size.
            flattenWithSurface(
                page.plane, channels: channels, gains: gains, into: target.plane, scratch: bytes.base)
            guard !levels.pictures.isAny else { return setTonesAroundPictures(of: target, channels: channels) }
            let curve = ToneCurve(document: tones(of: target.readOnly))
            for y in 0..<target.height { curve.apply(to: target.row(y), count: target.rowBytes) }
        }
    }

    /// Adjusts the tones of an evenly lit page: document tones outside pictures, natural tones inside, and a blend
    /// across their borders.
    private func setTonesAroundPictures<Layout>(of page: MutableImageView<Layout>, channels: Int) {
        let mask = levels.pictures.mask
        let (width, height) = (levels.quarter.width, levels.quarter.height)
        let tones = tones(of: page.readOnly) { mask[min($0 / 16, mask.width - 1), min($1 / 16, mask.height - 1)] == 0 }
        let (document, picture) = (ToneCurve(document: tones), ToneCurve(pictureBeside: tones))
        enlarge(mask, width: (width + 1) / 2, height: (height + 1) / 2, into: eighth, scratch: row)
        enlarge(eighth, width: width, height: height, into: share, scratch: row)
        for y in 0..<page.height {
            let shares = share.base + min(y / 4, height - 1) * width
            let line = page.row(y)
            for cell in 0..<width {
                // The last cell includes the remainder of the division. Pages with pictures are too large to need
                // padding.
                let end = cell + 1 < width ? 4 * cell + 4 : page.width
                let weight = Int32(256 * shares[cell])
                // SAFETY: `channels` bytes for each of the page's pixels.
                for i in 4 * cell * channels..<end * channels {
                    let (print, nature) = (Int32(document[line[i]]), Int32(picture[line[i]]))
                    line[i] = UInt8(truncatingIfNeeded: (print * (256 - weight) + nature * weight + 128) >> 8)
                }
            }
        }
    }

    /// Returns the histogram of levels. Colors count by their largest channel, so that light colors count like paper.
    /// - Parameter isIncluded: Whether a pixel counts; `nil` for all.
    private func tones<Layout>(
        of page: ImageView<Layout>, where isIncluded: ((_ x: Int, _ y: Int) -> Bool)? = nil
    ) -> ByteHistogram {
        if Layout.bitsPerPixel == 8 {
            return ByteHistogram(
                page.base, stride: page.stride, rowBytes: page.width, height: page.height, aboutSamples: Self.samples)
        }
        var histogram = ByteHistogram()
        let step = ByteHistogram.rowStep(rowBytes: page.width, height: page.height, aboutSamples: Self.samples)
        for y in stride(from: step / 2, to: page.height, by: step) {
            let row = page.row(y)
            // SAFETY: three bytes for each of `width` pixels.
            for x in 0..<page.width where isIncluded?(x, y) ?? true {
                histogram.add(max(row[3 * x], row[3 * x + 1], row[3 * x + 2]))
            }
        }
        return histogram
    }

    /// Returns the histogram of each channel.
    private func channelTones(of page: RGBView) -> [ByteHistogram] {
        var histograms = [ByteHistogram](repeating: ByteHistogram(), count: 3)
        let step = ByteHistogram.rowStep(rowBytes: page.width, height: page.height, aboutSamples: Self.samples)
        for y in stride(from: step / 2, to: page.height, by: step) {
            let row = page.row(y)
            for x in 0..<page.width {
                for channel in 0..<3 { histograms[channel].add(row[3 * x + channel]) }
            }
        }
        return histograms
    }

    /// Returns the page, padded by repeating its last row and column if a side is too short for the coarse scales.
    private func atLeast<Layout>(
        _ side: Int, _ page: ImageView<Layout>
    ) -> (base: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int) {
        guard page.width < side || page.height < side else { return (page.base, page.stride, page.width, page.height) }
        let channels = Layout.bitsPerPixel / 8
        let (width, height) = (max(page.width, side), max(page.height, side))
        padded.reshape(width: channels * width, height: height)
        for y in 0..<height {
            let row = page.row(min(y, page.height - 1))
            for x in 0..<width {
                for c in 0..<channels { padded[channels * x + c, y] = row[channels * min(x, page.width - 1) + c] }
            }
        }
        return (UnsafePointer(padded.base), padded.width, width, height)
    }
}

extension ImageView<Gray8> {
    /// A copy in which light and dark have changed places.
    fileprivate var inverted: GrayImage {
        var image = GrayImage(copying: self)
        image.invert()
        return image
    }
}
