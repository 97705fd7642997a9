import Foundation
import RectoAnchors
import RectoCodecs
import RectoCore
import StationRules
import StationServer
import Testing
import TestSupport

/// A camera view of a scene without a browser: pictures are passed as from the channel.
@Suite struct LiveArScannerTests {
    private static let photo = "report-nearWhite"
    private static let annotations = [
        Annotation(place: AnnotationPlace(x: 0.1, y: 0.1), title: "Heading"),
        Annotation(place: AnnotationPlace(x: 0.9, y: 0.9), title: "Foot"),
    ]
    private let scanner: LiveArScanner

    init() async throws {
        let page = try PictureReader(layout: .gray).read(bytes: Photos.page(Self.photo)).gray
        let database = try AnchorDatabase.build(images: [page], names: ["anchor"], physicalWidths: [0.21])
        scanner = try LiveArScanner(features: database.withBytes { Array($0) }, annotations: Self.annotations)
        await scanner.setCamera(.ready)
    }

    private func preview(_ name: String) throws -> GrayImage {
        try PictureReader(layout: .gray, scale: .half).read(bytes: Photos.bytes(name)).gray
    }

    /// Shows ten pictures per second.
    private func show(_ name: String, tenths: ClosedRange<Int>) async throws -> [ArAnswer] {
        let image = try preview(name)
        var answers: [ArAnswer] = []
        for tenth in tenths {
            let uplink = try LiveUplink(Uplink.luminance(image, sequence: tenth + 1, milliseconds: tenth * 100))
            answers.append(await scanner.answer(uplink))
        }
        return answers
    }

    /// Returns the position of a page's point in the photo, relative to its size.
    private func truth(_ x: Double, _ y: Double) throws -> Point2D {
        let size = try PictureReader(layout: .gray).read(bytes: Photos.bytes(Self.photo)).size
        let map = try #require(Homography(unitSquareTo: Photos.quad(Self.photo)))
        let point = map.map(Point2D(x: x, y: y))
        return Point2D(x: point.x / Double(size.width), y: point.y / Double(size.height))
    }

    @Test("AR-1, AR-2, AR-12, AA-1: the anchor is matched in perspective; indicator and markers are where they belong")
    func theAnchorIsMatchedInPerspective() async throws {
        await scanner.answer(ArAction(kind: .scan))
        let answers = try await show(Self.photo, tenths: 0...25)
        let phases = answers.map(\.display.phase)
        #expect(phases.first == .scanning && phases.contains(.matched) && phases.last == .experience)
        let matched = try #require(answers.first { $0.display.phase == .matched })
        let indicator = try #require(matched.indicator)
        let middle = try truth(0.5, 0.5)
        #expect(abs(indicator.x - middle.x) < 0.01 && abs(indicator.y - middle.y) < 0.01)
        let last = try #require(answers.last)
        #expect(last.indicator == nil && last.outline == nil)
        for (marker, annotation) in zip(last.markers, Self.annotations) {
            let place = try truth(annotation.place.x, annotation.place.y)
            #expect(abs(marker.x - place.x) < 0.01 && abs(marker.y - place.y) < 0.01)
            #expect(marker.isVisible)
        }
        #expect(last.markers.count == 2)
    }

    @Test("AR-1: pictures of other pages are no match")
    func otherPagesAreNoMatch() async throws {
        await scanner.answer(ArAction(kind: .scan))
        for (index, name) in ["letter-wood", "form-stripes", "poster-tiles"].enumerated() {
            let answers = try await show(name, tenths: 20 * index...20 * index + 12)
            #expect(answers.allSatisfy { $0.display.phase == .scanning })
        }
    }

    @Test("AR-13: no picture is looked at before the scan begins, nor while the instructions are open again")
    func waitsForTheStart() async throws {
        let before = try await show(Self.photo, tenths: 0...5)
        #expect(before.allSatisfy { $0.display.phase == .coaching && !$0.display.processesFrames })
        #expect(await scanner.processedFrames == 0)
        await scanner.answer(ArAction(kind: .scan))
        _ = try await show(Self.photo, tenths: 6...7)
        #expect(await scanner.processedFrames == 2)
        let again = await scanner.answer(ArAction(kind: .coach))
        #expect(again.display.phase == .coaching && again.display.button == "Return to Scan")
        _ = try await show(Self.photo, tenths: 8...9)
        #expect(await scanner.processedFrames == 2)
    }

    @Test("AR-14: when the anchor leaves, its markers do too, and the guide returns")
    func losesTheAnchor() async throws {
        await scanner.answer(ArAction(kind: .scan))
        _ = try await show(Self.photo, tenths: 0...25)
        let gone = try #require(try await show("letter-wood", tenths: 26...40).last)
        #expect(gone.display.phase == .experience && gone.display.guide && gone.markers.isEmpty)
        let back = try #require(try await show(Self.photo, tenths: 41...50).last)
        #expect(!back.display.guide && back.markers.count == 2)
    }

    @Test("AA-6, AA-8: what is selected comes down with each answer")
    func answersTellTheSelection() async throws {
        await scanner.answer(ArAction(kind: .scan))
        _ = try await show(Self.photo, tenths: 0...25)
        #expect(await scanner.answer(ArAction(kind: .select, index: 1)).display.selected == 1)
        #expect(try await show(Self.photo, tenths: 26...26).last?.display.selected == 1)
        #expect(await scanner.answer(ArAction(kind: .select, index: 9)).display.selected == 1)
        #expect(await scanner.answer(ArAction(kind: .select)).display.selected == 1)
    }

    @Test func damagedFeaturesAreRefused() {
        #expect(throws: AnchorDatabaseError.foreignFormat) {
            try LiveArScanner(features: [1, 2, 3], annotations: [])
        }
    }
}
