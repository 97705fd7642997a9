public import RectoCore

/// Finds and decodes QR codes in pictures and frames.
///
/// Own steps lead up to the decoding: ink and paper by blocks, finder patterns along rows of ink, the local map of each by a
/// template, triples of them, the grid of each version that the triples may have, laid by the fixed patterns, and samples of
/// every module, whose errors are corrected. What is not read then is tried in
/// steps of rising cost: softened thresholds, bent grids, another rule for ink, smaller scales, light symbols on dark ground.
public struct CodeReader: Sendable {
    public struct Parameters: Hashable, Sendable {
        /// How much work is spent on a picture.
        public enum Effort: Hashable, Sendable {
            /// All steps, within limits: for single pictures.
            case still
            /// The first step and one other, the next one at each frame: for streams, where there is another frame.
            case frame
        }

        public var effort = Effort.still
        /// The most codes of a picture, 1 or more.
        public var limit = 1000
        /// The kinds of codes to read. Default QR codes alone: the others are found by libzbar, which takes about 19 ns a pixel.
        public var symbologies: Set<Symbology> = [.qrCode]

        public init() {}

        /// For frames of a stream.
        public static var live: Parameters {
            var parameters = Parameters()
            parameters.effort = .frame
            return parameters
        }
    }

    public let parameters: Parameters
    /// QR codes that were seen in the last picture and not read: time to say "come closer".
    public private(set) var unread: [UnreadCode] = []
    private var pipeline = Scratch(QRDecodePipeline())
    private var luma = Scratch(FrameLuma())

    /// - Throws: ``ParameterError`` if a field is outside its range.
    public init(_ parameters: Parameters = Parameters()) throws(ParameterError) {
        guard parameters.limit >= 1 else {
            throw ParameterError("limit", found: "\(parameters.limit)", required: "1 or more")
        }
        self.parameters = parameters
    }

    /// Reads a frame by its luma.
    /// - Parameter frame: A picture or camera frame. Of gray and NV12 ones nothing is copied.
    /// - Returns: The codes; those of still pictures in reading order.
    public mutating func read(_ frame: FrameView) -> [Code] {
        return luma.own().withView(of: frame) { read($0) }
    }

    /// Reads a part of a frame, such as an alignment guide, as far as the frame has it.
    /// - Returns: The codes, their corners in pixels of the frame; nil if the part lies outside the frame.
    public mutating func read(_ frame: FrameView, left: Int, top: Int, width: Int, height: Int) -> [Code]? {
        let all = frame.size
        guard 0..<all.width ~= left, 0..<all.height ~= top,
            let size = try? PixelSize(width: min(width, all.width - left), height: min(height, all.height - top))
        else { return nil }
        let offset = Point2D(x: Double(left), y: Double(top))
        var codes = luma.own().withView(of: frame) { read($0.part(left: left, top: top, size: size)) }
        for i in codes.indices { codes[i].corners = codes[i].corners.map { $0 + offset } }
        for i in unread.indices { unread[i].corners = unread[i].corners.map { $0 + offset } }
        return codes
    }

    /// - Parameter picture: Luminance.
    /// - Returns: The codes; those of still pictures in reading order.
    public mutating func read(_ picture: GrayView) -> [Code] {
        let pipeline = pipeline.own()
        let codes = pipeline.read(picture, parameters)
        unread = pipeline.sightings
        return codes
    }
}
