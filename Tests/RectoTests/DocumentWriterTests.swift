import Foundation
import Recto
import RectoCodecs
import RectoCore
import TestSupport
import Testing

@Suite struct DocumentWriterTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func page(_ width: Int) throws -> Raster {
        .gray(GrayImage(size: try PixelSize(width: width, height: 3)))
    }

    @Test("A page that no encoder takes leaves the others", arguments: ["pdf", "tif", "jpg"])
    func pageTooLong(ending: String) throws {
        let path = folder.path("out.\(ending)")
        let format = try #require(DocumentWriter.Format(path: path))
        let writer = try DocumentWriter(path: path, format: format, expectedPages: 3)
        try writer.add(try page(20), resolution: .assumed)
        let long = try page(65_535)
        let failure = #expect(throws: DocumentWriter.Failure.self) { try writer.add(long, resolution: .assumed) }
        #expect(failure?.endsDocument == false)
        #expect(failure?.reason == .encoding("65535 x 3 pixels, above the limit of 65500 a side in JPEG"))
        let place = try writer.add(try page(65_500), resolution: .assumed)
        try writer.finish()
        #expect(writer.pageCount == 2)
        #expect(place.page == (format.holdsManyPages ? 2 : 3))
        #expect(try folder.names == (format.holdsManyPages ? ["out.\(ending)"] : ["out-01.jpg", "out-03.jpg"]))
    }

    @Test("A picture's file that cannot be written is named, and the next has another name")
    func anUnwritableFileIsNamed() throws {
        try FileManager.default.createDirectory(atPath: folder.path("out-01.png"), withIntermediateDirectories: false)
        let writer = try DocumentWriter(path: folder.path("out.png"), format: .png, expectedPages: 2)
        let first = try page(20)
        let failure = #expect(throws: DocumentWriter.Failure.self) { try writer.add(first, resolution: .assumed) }
        #expect(failure?.description == "\(folder.path("out-01.png")) is a directory")
        #expect(failure?.endsDocument == false)
        #expect(try writer.add(first, resolution: .assumed).file == folder.path("out-02.png"))
    }

    @Test("Quality decides on the size of gray and color pages", arguments: ["pdf", "tif", "jpg"])
    func qualityDecidesOnTheSize(ending: String) throws {
        var random = SeededGenerator(seed: 4)
        let size = try PixelSize(width: 160, height: 120)
        let bytes = (0..<3 * size.area).map { UInt8(clamping: 128 + $0 % 97 + Int.random(in: -9...9, using: &random)) }
        let page = Raster.rgb(try RGBImage(size: size, packed: bytes))
        func length(_ jpeg: JPEGWriter) throws -> Int {
            let path = folder.path("out.\(ending)")
            let format = try #require(DocumentWriter.Format(path: path))
            let writer = try DocumentWriter(path: path, format: format, expectedPages: 1, jpeg: jpeg)
            try writer.add(page, resolution: .assumed)
            try writer.finish()
            return FileManager.default.contents(atPath: path).map(\.count) ?? 0
        }
        let (low, usual, high) = (
            try length(try JPEGWriter(quality: 30)), try length(.document), try length(try JPEGWriter(quality: 95))
        )
        #expect(low < usual && usual < high)
    }

    @Test("A TIFF without loss does not depend on the quality of JPEG")
    func withoutLoss() throws {
        let page = Raster.gray(
            try GrayImage(size: try PixelSize(width: 64, height: 1), packed: (0..<64).map { 3 * $0 }))
        func bytes(_ quality: Int, _ compression: TIFFWriter.Compression?) throws -> Data? {
            let path = folder.path("out.tif")
            let writer = try DocumentWriter(
                path: path, format: .tiff, expectedPages: 1, jpeg: try JPEGWriter(quality: quality), tiff: compression)
            try writer.add(page, resolution: .assumed)
            try writer.finish()
            return FileManager.default.contents(atPath: path)
        }
        #expect(try bytes(10, .deflate) == bytes(90, .deflate))
        #expect(try bytes(10, nil) != bytes(90, nil))
    }

    @Test(
        "A document that is used in the wrong order is refused and keeps its pages",
        arguments: [DocumentWriter.Format.pdf, .tiff, .png])
    func wrongOrder(_ format: DocumentWriter.Format) throws {
        let path = folder.path("out.\(format.rawValue)")
        let writer = try DocumentWriter(path: path, format: format, expectedPages: 1)
        try writer.add(try page(20), resolution: .assumed)
        if format == .png {
            let second = #expect(throws: DocumentWriter.Failure.self) { try writer.add(page(9), resolution: .assumed) }
            #expect(second?.description == "\(path) can hold only one page" && second?.endsDocument == false)
        }
        let inMemory = #expect(throws: DocumentWriter.Failure.self) { try writer.finishInMemory() }
        #expect(inMemory?.description == "\(path) is a file and cannot be finished in memory")
        try writer.finish()
        let bytes = try #require(FileManager.default.contents(atPath: path))
        try writer.finish()
        let late = #expect(throws: DocumentWriter.Failure.self) { try writer.add(page(9), resolution: .assumed) }
        #expect(late?.description == "\(path) is finished")
        #expect(FileManager.default.contents(atPath: path) == bytes)

        let memory = try DocumentWriter(path: nil, format: format, expectedPages: 2)
        #expect(throws: DocumentWriter.Failure.self) { try memory.finishInMemory() }
        try memory.add(try page(20), resolution: .assumed)
        let asFile = #expect(throws: DocumentWriter.Failure.self) { try memory.finish() }
        #expect(asFile?.description == "the document is in memory and has no file to finish")
        if format == .png {
            #expect(throws: DocumentWriter.Failure.self) { try memory.add(page(9), resolution: .assumed) }
        }
        #expect(try [UInt8](bytes).count == memory.finishInMemory().count)
        #expect(throws: DocumentWriter.Failure.self) { try memory.finishInMemory() }
        #expect(throws: DocumentWriter.Failure.self) { try memory.add(page(9), resolution: .assumed) }
    }

    @Test("Pictures keep both resolutions", arguments: ["png", "jpg"])
    func picturesKeepBothResolutions(ending: String) throws {
        let path = folder.path("out.\(ending)")
        let format = try #require(DocumentWriter.Format(path: path))
        let writer = try DocumentWriter(path: path, format: format, expectedPages: 1)
        try writer.add(try page(20), resolution: try #require(Resolution(horizontal: 204, vertical: 98)))
        let read = try #require(try PictureReader().read(path: path).resolution)
        #expect(abs(read.horizontal - 204) < 0.02 && abs(read.vertical - 98) < 0.02)
    }
}
