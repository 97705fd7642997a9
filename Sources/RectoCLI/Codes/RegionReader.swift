import ArgumentParser
import RectoBarcode
import RectoCore

/// The part of a picture that `--region` names.
struct RegionArgument: ExpressibleByArgument {
    var left, top, width, height: Int

    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard numbers.count == 4, numbers[0] >= 0, numbers[1] >= 0, numbers[2] >= 1, numbers[3] >= 1,
            numbers.allSatisfy({ $0 <= PixelSize.maximumSide })
        else { return nil }
        (left, top, width, height) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }
}

/// Reads codes in a part of each picture. Corners are in the whole picture's coordinates.
struct RegionReader {
    private var reader: CodeReader
    private let region: RegionArgument?

    /// Codes that were located in the last picture but not decoded.
    var unread: [UnreadCode] { reader.unread }

    init(_ reader: CodeReader, _ region: RegionArgument?) { (self.reader, self.region) = (reader, region) }

    /// - Throws: ``RegionOutside`` if the part lies outside the picture.
    mutating func read(_ frame: FrameView) throws -> (codes: [Code], duration: Duration) {
        var codes: [Code] = []
        var failure: RegionOutside?
        let duration = ContinuousClock().measure {
            guard let region else {
                codes = reader.read(frame)
                return
            }
            codes =
                reader.read(frame, left: region.left, top: region.top, width: region.width, height: region.height) ?? []
            let size = frame.size
            if region.left >= size.width || region.top >= size.height { failure = RegionOutside(size: size) }
        }
        if let failure { throw failure }
        return (codes, duration)
    }
}

/// The part lies outside the picture.
struct RegionOutside: Error, CustomStringConvertible {
    var size: PixelSize

    var description: String { "is \(size) pixels; the region lies outside" }
}
