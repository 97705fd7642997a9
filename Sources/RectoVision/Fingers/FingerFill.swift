package import RectoCore

/// Paper in place of the fingers of a page.
package struct FingerFill {
    private let regions: [FingerRegion]

    /// - Parameter page: The straightened page in color, its long side at most ``workingSide`` pixels.
    package init(_ page: RGBView) { regions = FingerFinder.find(in: page) }

    /// Long side of the picture that is searched for fingers, in pixels.
    package static var workingSide: Int { FingerFinder.workingSide }

    /// The fingers found, in pixels of a page of the given size.
    package func fingers(on page: PixelSize) -> [PageFinger] {
        regions.map { region in
            let (across, down) = region.scale(to: page)
            func place(_ pixel: Int, _ scale: Double) -> Int { Int((Double(pixel) * scale).rounded()) }
            let (left, top) = (place(region.columns.lowerBound, across), place(region.rows.lowerBound, down))
            return PageFinger(
                left: left, top: top, width: place(region.columns.upperBound + 1, across) - left,
                height: place(region.rows.upperBound + 1, down) - top, reason: region.reason)
        }
    }

    /// Paints paper over the fingers of a page, which has one byte a pixel or three. Other pixels do not change.
    package func paint<Layout>(_ page: MutableImageView<Layout>) {
        let filled = regions.filter { $0.reason == nil }
        guard !filled.isEmpty else { return }
        var shares = [UInt8](repeating: 0, count: page.size.area)
        for region in filled { region.add(to: &shares, page.size) }
        PaperFill(page.size, shares).fill(page)
    }
}

extension FingerRegion {
    fileprivate func scale(to page: PixelSize) -> (across: Double, down: Double) {
        (Double(page.width) / Double(self.page.width), Double(page.height) / Double(self.page.height))
    }

    /// Adds this region's shares of paper to those of a page, interpolated between four of the region's pixels.
    fileprivate func add(to shares: inout [UInt8], _ page: PixelSize) {
        let (across, down) = scale(to: page)
        let height = self.shares.count / width
        func range(_ start: Int, _ count: Int, _ scale: Double, _ limit: Int) -> Range<Int> {
            let first = min(max(Int(Double(start) * scale), 0), limit)
            return first..<max(min(Int((Double(start + count) * scale).rounded(.up)), limit), first)
        }
        for y in range(top, height, down, page.height) {
            for x in range(left, width, across, page.width) {
                let share = share(
                    (Double(x) + 0.5) / across - 0.5 - Double(left), (Double(y) + 0.5) / down - 0.5 - Double(top),
                    height)
                let pixel = y * page.width + x
                shares[pixel] = max(shares[pixel], UInt8(share + 0.5))
            }
        }
    }

    private func share(_ x: Double, _ y: Double, _ height: Int) -> Double {
        func place(_ place: Double, _ count: Int) -> (first: Int, second: Int, share: Double) {
            let first = min(max(Int(place.rounded(.down)), 0), count - 1)
            return (first, min(first + 1, count - 1), min(max(place - Double(first), 0), 1))
        }
        let (h, v) = (place(x, width), place(y, height))
        func at(_ column: Int, _ row: Int) -> Double { Double(shares[row * width + column]) }
        return (at(h.first, v.first) * (1 - h.share) + at(h.second, v.first) * h.share) * (1 - v.share)
            + (at(h.first, v.second) * (1 - h.share) + at(h.second, v.second) * h.share) * v.share
    }
}
