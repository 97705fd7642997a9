import Foundation
import Recto
import RectoCore
import RectoVision
import StationRules
import StationServer
import TestSupport
import Testing

/// A camera whose browser analyzes its pictures itself.
@Suite struct LiveObservationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func draft(_ name: String) -> Draft { Draft(DraftName(), folder: folder.path(name)) }

    /// The state visible to a person, and the requests to the browser.
    private struct Shown: Equatable {
        var display: ScannerDisplay
        var progress: Double?
        var wantsStill: Bool

        init(_ answer: ScannerAnswer) {
            (display, progress, wantsStill) = (answer.display, answer.progress, answer.still != nil)
        }
    }

    @Test("DS-54: the station decides on what the browser sees as on the picture itself, frame by frame")
    func sameDecisions() async throws {
        let drafts = [draft("pictures"), draft("observations")]
        var cameras: [CameraUnderTest] = []
        for (draft, hasEngine) in zip(drafts, [false, true]) {
            cameras.append(try await CameraUnderTest(draft, hasEngine: hasEngine))
        }
        var pagesSeen = 0
        func show(_ photo: String, seconds: Double = 4) async throws {
            var shown: [[Shown]] = []
            for camera in cameras { shown.append(try await camera.show(photo, seconds: seconds).map { Shown($0) }) }
            #expect(shown[0] == shown[1], "\(photo)")
            pagesSeen += shown[1].filter { $0.display.outline }.count
            let quads = cameras.map { $0.answer.still?.quad }
            #expect((quads[0] == nil) == (quads[1] == nil))
            for (one, other) in zip(quads[0] ?? [], quads[1] ?? []) { #expect(abs(one - other) < 0.01) }
        }
        func still(_ photo: String) async throws {
            for camera in cameras where camera.answer.still != nil { try await camera.sendStill(Photos.bytes(photo)) }
        }
        func act(_ action: ScannerAction) async { for camera in cameras { await camera.scanner.answer(action) } }

        try await show("letter-wood")
        try await still("letter-wood")
        try await show("list-wood")
        // Another page is in view by now.
        try await still("form-stripes")
        try await show("list-wood")
        try await still("list-wood")
        try await show("letter-wood")
        await act(ScannerAction(kind: .shutter))
        try await show("letter-wood", seconds: 1)
        try await still("letter-wood")
        await act(ScannerAction(kind: .mode, mode: .manual))
        try await show("receipt-tiles", seconds: 2)
        await act(ScannerAction(kind: .shutter))
        try await show("receipt-tiles", seconds: 1)
        // Its sides are curved: they are found at different positions in the still and the preview.
        try await still("receipt-tiles")
        await act(ScannerAction(kind: .keep))
        #expect(cameras.map { $0.answer.display.pages } == [4, 4])
        await act(ScannerAction(kind: .mode, mode: .automatic))
        // The scan that identified it is deleted, so the page is captured again, although another scan of it remains.
        for draft in drafts { try await draft.delete(1) }
        try await show("letter-wood")
        try await still("letter-wood")
        await act(ScannerAction(kind: .retake, page: 2))
        try await show("form-stripes")
        try await still("form-stripes")

        #expect(pagesSeen > 50)
        for draft in drafts { #expect(await draft.pages.map(\.id.number) == [2, 3, 4, 5, 6]) }
        #expect(cameras.map { $0.answer.display.question?.page } == [6, 6])
    }

    @Test("DS-54: a page is not decided on before the browser has looked at what is on it")
    func signatureIsWaitedFor() async throws {
        let camera = try await CameraUnderTest(draft("draft"), hasEngine: true)
        #expect(try await camera.capture("letter-wood"))
        let known = try await CameraUnderTest(camera.scanner.draft, hasEngine: true)
        // From a browser that does not know yet that the station needs it.
        let image = try Photos.preview(Photos.bytes("letter-wood"))
        var observer = try FrameObserver()
        var isCounted: [Bool] = []
        for tenth in 1...40 {
            let seen = image.withView {
                observer.observe(.gray($0), at: .milliseconds(tenth * 100), takesSignature: false)
            }
            let bytes = try Uplink.observation(seen, takesSignature: false, sequence: tenth)
            let answer = await known.scanner.answer(try LiveUplink(bytes))
            #expect(answer.still == nil && answer.needsSignature == !answer.isFrameResult)
            isCounted.append(answer.isFrameResult)
        }
        #expect(isCounted.contains(false))
    }

    @Test("What a browser sees of a page that it cannot follow is known to the station")
    func glimpses() throws {
        let size = try PixelSize(width: 640, height: 480)
        let glimpses: [PageGlimpse?] = [nil, .fillsFrame, .cut(.left), .cut([.top, .right])]
        for glimpse in glimpses {
            let seen = CaptureObservation(time: .zero, size: size, glimpse: glimpse)
            let json = try EngineMessage(seen, takesSignature: false).json
            let decoded = try JSONDecoder().decode(LiveObservation.self, from: json)
            #expect(decoded.observation(at: .zero, signature: [])?.glimpse == glimpse)
        }
        // Of an engine that knows no glimpses.
        let former = Data(#"{"width": 640, "height": 480, "takesSignature": false}"#.utf8)
        let decoded = try JSONDecoder().decode(LiveObservation.self, from: former)
        #expect(try #require(decoded.observation(at: .zero, signature: [])).glimpse == nil)
    }

    @Test("What browsers do not send counts as nothing")
    func hostile() async throws {
        let image = try Photos.preview(Photos.bytes("letter-wood"))
        var observer = try FrameObserver()
        let seen = image.withView {
            observer.observe(.gray($0), at: .zero, takesSignature: true)
        }
        let signature = try #require(seen.signature?.bytes)
        let json = try EngineMessage(seen, takesSignature: true).json
        func isTaken(_ changes: (inout [String: Any]) -> Void, signature: [UInt8] = []) throws -> Bool {
            var members = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
            changes(&members)
            let bytes = try JSONSerialization.data(withJSONObject: members)
            guard let changed = try? JSONDecoder().decode(LiveObservation.self, from: bytes) else { return false }
            return changed.observation(at: .zero, signature: signature[...]) != nil
        }
        func page(_ member: String, _ value: Any) -> (inout [String: Any]) -> Void {
            { members in
                var page = members["page"] as? [String: Any] ?? [:]
                page[member] = value
                members["page"] = page
            }
        }
        func quality(_ member: String, _ value: Any) -> (inout [String: Any]) -> Void {
            { members in
                let page = members["page"] as? [String: Any] ?? [:]
                var quality = page["quality"] as? [String: Any] ?? [:]
                quality[member] = value
                members["page"] = page.merging(["quality": quality]) { $1 }
            }
        }
        func cutSides(_ value: Int) -> (inout [String: Any]) -> Void {
            { members in (members["page"], members["cutSides"]) = (nil, value) }
        }
        #expect(try isTaken(cutSides(3)))
        #expect(try isTaken { _ in })
        #expect(try isTaken({ _ in }, signature: signature))
        #expect(try isTaken { $0["page"] = nil })
        let square: [[Double]] = [[0, 0], [100, 0], [100, 100], [0, 100]]
        func points(_ numbers: [[Double]]) -> [[String: Double]] { numbers.map { ["x": $0[0], "y": $0[1]] } }
        let refused: [(inout [String: Any]) -> Void] = [
            cutSides(16), cutSides(-1),
            { $0["width"] = 0 }, { $0["height"] = 1 << 40 }, { $0["width"] = -5 }, { $0["page"] = [1] },
            page("corners", points(square + [[1, 1]])),
            page("corners", [[String: Double]]()),
            page("corners", points([[0, 0], [0, 100], [100, 100], [100, 0]])),
            page("corners", points([[0, 0], [1e300, 0], [1e300, 1e300], [0, 1e300]])),
            page("velocity", points([[0, 0], [1e18, 0], [0, 0], [0, 0]])), page("confidence", 1.5),
            page("confidence", -1), page("occludedSides", 256), page("identity", 1.5), quality("sharpness", 1e39),
            quality("brightness", 256), quality("glareShare", 2), quality("parts", [1, 2, 3]),
            quality("parts", [Int](repeating: 300, count: 64)),
        ]
        for (index, change) in refused.enumerated() { #expect(try !isTaken(change), "\(index)") }
        #expect(try !isTaken({ _ in }, signature: Array(signature.dropLast())))
        #expect(try !isTaken({ _ in }, signature: [0xFF, 0x7F] + signature.dropFirst(2)))
        #expect(try !isTaken({ $0["page"] = nil }, signature: signature))
        #expect(try !isTaken({ $0["takesSignature"] = false }, signature: signature))
    }

    @Test("Damaged observations are none")
    func damaged() throws {
        let nothing = CaptureObservation(time: .zero, size: try PixelSize(width: 64, height: 64))
        let whole = try Uplink.observation(nothing, takesSignature: false)
        #expect(try LiveUplink(whole).observation?.page == nil)
        for count in 16..<whole.count {
            #expect(throws: LiveUplink.Failure.malformed) { try LiveUplink(Array(whole.prefix(count))) }
        }
    }
}
