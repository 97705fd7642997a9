public import RectoCore

/// Finds and decodes QR codes in pictures and frames.
///
/// The pipeline binarizes the picture by blocks, searches rows of ink for finder patterns, fits a local map to each
/// with a template, and combines them into triples. For each version that a triple may have, it fits a grid to the
/// fixed patterns, samples every module and corrects errors. If this fails, it tries steps of increasing cost:
/// thresholds on sharpened levels, bent grids, another binarization rule, smaller scales, and light symbols on a dark
/// background.
public struct CodeReader: Sendable {
    public struct Parameters: Hashable, Sendable {
        /// How much work is spent on a picture.
        public enum Effort: Hashable, Sendable {
            /// All steps, within limits, for single pictures.
            case still
            /// The first step and one other, which changes with each frame, for streams.
            case frame
        }

        public var effort = Effort.still
        /// The maximum number of codes in a picture, at least 1.
        public var limit = 1000
        /// The symbologies to read. By default only QR codes; bar codes need libzbar, which takes about 19 ns per pixel and
        /// is opened by the first reader that needs it.
        public var symbologies: Set<Symbology> = [.qrCode]

        public init() {}

        /// The parameters for frames of a stream.
        public static var live: Parameters {
            var parameters = Parameters()
            parameters.effort = .frame
            return parameters
        }
    }

    /// Why a reader cannot be created.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// A parameter is outside its range.
        case parameter(ParameterError)
        /// Bar codes were requested, but libzbar cannot be opened, for the loader's reason.
        case noLibrary(String)

        public var description: String {
            switch self {
            case .parameter(let error): error.description
            case .noLibrary(let reason): "bar codes cannot be read: \(reason); install libzbar0"
            }
        }
    }

    public let parameters: Parameters
    /// QR codes that were located but not read in the last picture: ask the user to come closer.
    public private(set) var unread: [UnreadCode] = []
    private var pipeline = Scratch(QRDecodePipeline())
    private var luma = Scratch(FrameLuma())

    /// - Throws: ``Failure`` if a field is out of range, or bar codes are requested without libzbar.
    public init(_ parameters: Parameters = Parameters()) throws(Failure) {
        guard parameters.limit >= 1 else {
            throw .parameter(ParameterError("limit", found: "\(parameters.limit)", required: "1 or more"))
        }
        if !parameters.symbologies.isSubset(of: Symbology.matrix) { try BarScanner.openLibrary() }
        self.parameters = parameters
    }

    /// Reads the codes in a frame's luma.
    /// - Parameters:
    ///   - frame: A picture or camera frame. Gray and NV12 frames are not copied.
    ///   - isCancelled: Called between steps with the completed share of the search, `0...1`; the search ends if it
    ///     returns true.
    /// - Returns: The codes, in reading order for still pictures; those found so far if the search was canceled.
    public mutating func read(_ frame: FrameView, isCancelled: ((Double) -> Bool)? = nil) -> [Code] {
        return luma.own().withView(of: frame) { read($0, isCancelled: isCancelled) }
    }

    /// Reads the codes in a part of a frame, such as an alignment guide, clipped to the frame.
    /// - Parameter isCancelled: As for ``read(_:isCancelled:)-(FrameView,_)``.
    /// - Returns: The codes, with corners in pixels of the frame; `nil` if the part lies outside the frame.
    public mutating func read(
        _ frame: FrameView, left: Int, top: Int, width: Int, height: Int, isCancelled: ((Double) -> Bool)? = nil
    ) -> [Code]? {
        let all = frame.size
        guard 0..<all.width ~= left, 0..<all.height ~= top,
            let size = try? PixelSize(width: min(width, all.width - left), height: min(height, all.height - top))
        else { return nil }
        let offset = Point2D(x: Double(left), y: Double(top))
        var codes = luma.own().withView(of: frame) {
            read($0.part(left: left, top: top, size: size), isCancelled: isCancelled)
        }
        for i in codes.indices { codes[i].corners = codes[i].corners.map { $0 + offset } }
        for i in unread.indices { unread[i].corners = unread[i].corners.map { $0 + offset } }
        return codes
    }

    /// - Parameters:
    ///   - picture: The luma.
    ///   - isCancelled: As for ``read(_:isCancelled:)-(FrameView,_)``.
    /// - Returns: The codes, in reading order for still pictures; those found so far if the search was canceled.
    public mutating func read(_ picture: GrayView, isCancelled: ((Double) -> Bool)? = nil) -> [Code] {
        let pipeline = pipeline.own()
        pipeline.isCancelled = isCancelled
        let codes = pipeline.read(picture, parameters)
        pipeline.isCancelled = nil
        unread = pipeline.sightings
        return codes
    }
}
