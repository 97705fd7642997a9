import Recto
import RectoAnchors
import RectoCapture
import RectoCodecs
import RectoCore
import RectoOnboarding
import RectoVision

/// An entry point of the library for untrusted bytes.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// Files of all formats decoded in this process, with their EXIF blocks and profiles.
    case picture
    /// Y4M and MJPEG streams.
    case stream
    /// Corners of pages, and maps of the plane.
    case geometry
    /// The journal of a draft.
    case journal
    /// A database of anchors.
    case anchors
    /// The contents of a QR code and their classification.
    case payload
    /// The data of a QR code, which is drawn and read.
    case code
    /// The same for Model 1, Micro QR and rMQR codes.
    case modelOne, micro, rectangular
    /// A text to write and to derive names from.
    case text
    /// A picture to read.
    case reading

    public func run(_ bytes: UnsafeRawBufferPointer) {
        switch self {
        case .picture: Self.picture(bytes)
        case .stream: Self.stream(bytes)
        case .geometry: Self.geometry(bytes)
        case .journal: FuzzedDraft.open(journal: bytes)
        case .anchors: Self.anchors(bytes)
        case .payload: Self.payload(bytes)
        case .code: FuzzedSymbol.read(bytes, as: .code)
        case .modelOne: FuzzedSymbol.read(bytes, as: .modelOne)
        case .micro: FuzzedSymbol.read(bytes, as: .micro)
        case .rectangular: FuzzedSymbol.read(bytes, as: .rectangular)
        case .text: FuzzedText.write(bytes)
        case .reading: FuzzedText.read(bytes)
        }
    }

    /// Decodes at sizes small enough for many inputs per second and large enough for every code path.
    private static func picture(_ bytes: UnsafeRawBufferPointer) {
        var limits = PictureReader.Limits()
        (limits.side, limits.pixels, limits.memoryBytes) = (4096, 1 << 18, 1 << 24)
        limits.pages = 16
        for scale in [PictureReader.Scale.full, .quarter] {
            var reader = PictureReader(scale: scale, limits: limits)
            // Poppler is a separate program.
            reader.formats.remove(.pdf)
            guard let document = try? PictureDocument(bytes: Array(bytes), reader: reader) else { return }
            for page in 0..<min(document.pageCount, 4) { _ = try? document.picture(at: page) }
        }
    }

    private static func stream(_ bytes: UnsafeRawBufferPointer) {
        let file = MemoryFile(bytes)
        var frames = StreamSource(.file(file.path)).makeAsyncIterator()
        for _ in 0..<100 {
            guard let event = try? frames.next(orFor: .seconds(60)) else { return }
            guard case .frame(let frame) = event, frame.size.area <= 1 << 18 else { continue }
            try? frame.withView { view in _ = view.size }
        }
    }

    /// Two quads, the map between them, and a page with the corners of the first.
    private static func geometry(_ bytes: UnsafeRawBufferPointer) {
        var numbers = FuzzedNumbers(bytes)
        let quad = numbers.quad()
        let size = PixelSize.fuzzed
        for other in [Quad(size), numbers.quad()] {
            _ = quad.intersectionOverUnion(with: other)
            guard let map = Homography(from: quad, to: other) else { continue }
            _ = map.inverse?.map(other.topLeft)
            let camera = CameraIntrinsics(pictureSize: size)
            var poses = PoseEstimator(Anchor(name: "a", size: size), intrinsics: camera)
            _ = poses.estimate(map)?.pose.project(SIMD3(0, 0, -1))
        }
        guard quad.isFinite, quad.isConvexClockwise, quad.area < 1e6 else { return }
        _ = try? Page(
            .gray(GrayImage(size: size)), quad: quad, renderOptions: RenderOptions(filter: .photo, dotsPerInch: 40)
        ).render()
    }

    private static func anchors(_ bytes: UnsafeRawBufferPointer) {
        let bytes = FuzzedDatabase.bytes(bytes)
        guard let database = try? bytes.withUnsafeBytes({ try AnchorDatabase(bytes: $0) }),
            var matcher = try? AnchorMatcher(database)
        else { return }
        _ = FuzzedPicture.shared.withView { matcher.match($0) }
    }

    private static func payload(_ bytes: UnsafeRawBufferPointer) {
        var policy = OnboardingPolicy()
        policy.kinds = Set(OnboardingKind.allCases.filter(\.isOnboarding))
        policy.hosts = ["example.com", "*.example.com", "*"].compactMap { try? HostPattern($0) }
        policy.appSchemes = ["com.example.app"]
        guard let classifier = try? OnboardingClassifier(policy: policy) else { fatalError("a policy that is none") }
        let code = ScannedCode(bytes: Array(bytes), declaredText: nil, isPart: false)
        precondition(classifier.decide(code, at: 1_800_000_000) == classifier.decide(code, at: 1_800_000_000))
        _ = try? OnboardingPolicy(json: Array(bytes))
    }
}
