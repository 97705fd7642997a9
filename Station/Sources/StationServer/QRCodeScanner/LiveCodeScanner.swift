import FoundationEssentials
import NIOCore
import Recto
import RectoBarcode
package import RectoCapture
import RectoCodecs
import RectoCore
import RectoOnboarding
package import StationRules

/// Searches camera pictures and photos for an activation code.
///
/// Visitors who have not signed in may do this. So it runs on a single separate thread, one picture at a time however
/// many scan, and does not delay others.
package actor LiveCodeScanner: LiveScreen {
    private static let executor = QueueExecutor(label: "codes")

    private let codes: ActivationCodes
    /// Returns the name of the place of a label; `nil` when searching for activation codes.
    private let labels: (@Sendable (PlaceLabel) -> String?)?
    private var machine = CodeScannerMachine()
    private var reader: CodeReader
    private var photoReader: CodeReader
    private var feedback: OnboardingFeedback
    /// The text of the valid code.
    private var code: String?
    /// The name of the labeled place.
    private var place: String?
    /// The time on the pictures' clock until which the message about a used code is shown.
    private var usedUntil: Duration?

    private var photoPace: TokenBucket

    /// The scales for reading photos, by the maximum number of pixels: full size for most phones, half the size for
    /// larger photos, which is sufficient for a code. Phones take up to 50 million pixels.
    private static let photoScales: [(pixels: Int, scale: PictureReader.Scale)] = [
        (13_000_000, .full), (51_000_000, .half),
    ]
    /// The maximum number of passes of a progressive JPEG, each of which takes time. About ten are usual.
    private static let maximumPasses = 20

    /// The time for which that message is shown: enough to read a line.
    private static let usedTime = Duration.seconds(2)

    nonisolated package var unownedExecutor: UnownedSerialExecutor { Self.executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - photos: The rate limit for photos.
    ///   - labels: Returns the name of the place of a label; `nil` to search for activation codes.
    package init(
        _ codes: ActivationCodes, labels: (@Sendable (PlaceLabel) -> String?)? = nil,
        photos: TokenBucket.Rate = ChannelLimits.photos
    ) throws {
        self.codes = codes
        self.labels = labels
        photoPace = TokenBucket(photos, at: .uptime(.now()))
        reader = try CodeReader(.live)
        photoReader = try CodeReader()
        feedback = try OnboardingFeedback(classifier: codes.classifier)
    }

    package func setCamera(_ state: CameraState) { machine.handle(.camera(state)) }

    package func answer() async -> CodeScannerAnswer {
        CodeScannerAnswer(display: CodeScannerDisplay(machine), code: code, place: place)
    }

    @discardableResult
    package func answer(_ action: CodeScannerAction) async -> CodeScannerAnswer {
        if let event = action.event { machine.handle(event) }
        return await answer()
    }

    package func answer(_ picture: LiveUplink) async -> CodeScannerAnswer {
        if picture.kind == .photo {
            // The channel continues reading once the photo is answered.
            try? await Task.sleep(for: photoPace.wait(for: 1, at: .uptime(.now())))
            photoPace.take(at: .uptime(.now()))
            processPhoto(Array(picture.picture))
            return await answer()
        }
        guard machine.processesFrames else { return await answer() }
        return await answer(picture.withFrame { process($0, at: picture.time) })
    }

    package func process(_ frame: CapturedFrame) async -> CodeScannerAnswer {
        guard machine.processesFrames else { return await answer() }
        return await answer(try? frame.withView { process($0, at: frame.time) })
    }

    // MARK: Pictures

    /// The result for a picture, relative to its size.
    private struct FrameResult {
        let size: PixelSize
        var quad: Quad?
    }

    /// - Parameter result: `nil` for damaged pictures, which are ignored.
    private func answer(_ result: FrameResult?) async -> CodeScannerAnswer {
        var answer = await answer()
        guard let result else { return answer }
        let (width, height) = (Double(result.size.width), Double(result.size.height))
        let guide = AlignmentGuide.rectangle(in: result.size)
        answer.guide = [guide.left / width, guide.top / height, guide.side / width]
        answer.quad = result.quad?.corners.flatMap { [$0.x / width, $0.y / height] }
        return answer
    }

    private func process(_ frame: FrameView, at time: Duration) -> FrameResult {
        let found = reader.read(frame)
        let inside = found.filter { AlignmentGuide.contains($0.corners, in: frame.size) }
        let unread = reader.unread.filter { AlignmentGuide.contains($0.corners, in: frame.size) }
        if labels != nil { return noteLabel(inside, isLocated: !unread.isEmpty, found, frame.size) }
        let observation = OnboardingObservation(
            time: time, codes: inside.map(ScannedCode.init),
            located: unread.map { OnboardingObservation.Located(modulePixels: $0.modulePixels) })
        let now = Date.now
        let state = feedback.observe(observation, at: Int64(now.timeIntervalSince1970)).state
        var finding = (try? self.finding(of: state, inside, now: now)) ?? .foreign
        if finding == .none, !found.isEmpty { finding = .outside }
        if finding == .used {
            // Without a reset, the feedback would stay successful for the next code.
            feedback.reset()
            usedUntil = time + Self.usedTime
        } else if let usedUntil, time < usedUntil, finding.feedback != .successful {
            finding = .used
        }
        if finding == .valid { code = inside.first?.text }
        machine.handle(.frame(finding))
        return FrameResult(size: frame.size, quad: found.first?.corners)
    }

    private func noteLabel(_ inside: [Code], isLocated: Bool, _ found: [Code], _ size: PixelSize) -> FrameResult {
        var finding = label(in: inside)
        if finding == .none { finding = !found.isEmpty ? .outside : isLocated ? .unsteady : .none }
        machine.handle(.frame(finding))
        return FrameResult(size: size, quad: found.first?.corners)
    }

    /// - Returns: Whether one of the codes is the label of a place. Stores the first one.
    private func label(in found: [Code]) -> CodeFinding {
        guard let labels, !found.isEmpty else { return .none }
        for text in found.map(\.text) {
            guard let label = PlaceLabel(text: text), let name = labels(label) else { continue }
            (code, place) = (label.code, name)
            return .valid
        }
        return .noLabel
    }

    /// Processes a photo, which has no guide and is read once.
    private func processPhoto(_ bytes: [UInt8]) {
        let now = Date.now
        guard !machine.isDone else { return }
        guard let picture = Self.photo(bytes) else { return machine.handle(.photo(.none)) }
        let found = picture.withFrame { photoReader.read($0) }
        if labels != nil {
            let finding = label(in: found)
            return machine.handle(.photo(finding == .none && !photoReader.unread.isEmpty ? .unsteady : finding))
        }
        let state = codes.classifier.state(
            of: found.map(ScannedCode.init), located: photoReader.unread.count, at: Int64(now.timeIntervalSince1970))
        let finding = (try? self.finding(of: state, found, now: now)) ?? .foreign
        if finding == .valid { code = found.first?.text }
        machine.handle(.photo(finding))
    }

    /// `nil` if it is damaged or too large.
    private static func photo(_ bytes: [UInt8]) -> Picture? {
        for (pixels, scale) in photoScales {
            var limits = PictureReader.Limits()
            limits.pixels = pixels
            limits.scans = maximumPasses
            do { return try PictureReader(layout: .gray, scale: scale, limits: limits).read(bytes: bytes) } catch {
                guard case .pictureTooLarge = error else { return nil }
            }
        }
        return nil
    }

    private func finding(of state: OnboardingState, _ codes: [Code], now: Date) throws -> CodeFinding {
        switch state {
        case .invalid where codes.contains { InvitationLink.isLink($0.text) }: .invitation
        case .invalid where codes.contains { ActivationLink.isOutdated($0.text) }: .outdated
        case .unsuccessful: .none
        case .seen(.comeCloser): .tooFar
        case .seen(.holdSteady): .unsteady
        case .invalid(let decision), .successful(let decision): try self.codes.finding(of: decision, now: now)
        }
    }
}

extension ScannedCode {
    /// Uses the code's bytes, which do not depend on the guessed encoding.
    fileprivate init(_ code: Code) {
        self.init(bytes: ActivationLink.message(of: code.bytes), isPart: code.structuredAppend != nil)
    }
}

/// An action of the person in the scan of an activation code, as JSON.
package struct CodeScannerAction: Decodable, Sendable {
    package enum Kind: String, Decodable, Sendable {
        case allowPhotos
        case toggleStrip
        case letGoOfStrip
    }

    package let kind: Kind
    /// The number of photos.
    package var count: Int?
    /// See ``PhotoStrip/letGo(at:)``.
    package var share: Double?

    package init(kind: Kind, count: Int? = nil, share: Double? = nil) {
        self.kind = kind
        self.count = count
        self.share = share
    }

    /// `nil` if a member that the kind needs is missing.
    package var event: CodeScannerMachine.Event? {
        switch kind {
        case .allowPhotos: count.map { .allowPhotos($0) }
        case .toggleStrip: .toggleStrip
        case .letGoOfStrip: share.map { .letGoOfStrip(share: $0) }
        }
    }
}

/// The content of the scan of an activation code, as JSON.
package struct CodeScannerAnswer: Encodable, Sendable {
    package var display: CodeScannerDisplay
    /// The alignment guide: left, top and side, relative to the picture's width, height and width.
    package var guide: [Double]?
    /// The code in the picture: eight coordinates, clockwise from its own top left, relative to the picture's size.
    package var quad: [Double]?
    /// The text of the valid code, for the form that uses it.
    package var code: String?
    /// The name of the labeled place.
    package var place: String?
}
