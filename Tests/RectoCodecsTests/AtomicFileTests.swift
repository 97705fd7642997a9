import Foundation
import RectoCodecs
import RectoCore
import TestSupport
import Testing

@Suite("Files in one step")
struct AtomicFileTests {
    private static let old = Data("the earlier file".utf8)

    @Test("Nothing is seen before the commit, everything after it", arguments: [true, false])
    func nothingIsSeenBeforeTheCommit(mayBeNameless: Bool) throws {
        let folder = try TemporaryFolder()
        let file = try AtomicFile(path: folder.path("a"), mayBeNameless: mayBeNameless)
        try file.write(Array("one ".utf8))
        try file.write(Array("two".utf8))
        #expect(!(try folder.names.contains("a")))
        try file.commit()
        #expect(try folder.names == ["a"])
        #expect(try String(contentsOfFile: folder.path("a"), encoding: .utf8) == "one two")
    }

    @Test("A file that is dropped leaves the earlier one, and no other", arguments: [true, false])
    func aDroppedFileLeavesTheEarlierOne(mayBeNameless: Bool) throws {
        let folder = try TemporaryFolder()
        try Self.old.write(to: URL(filePath: folder.path("a")))
        do {
            let file = try AtomicFile(path: folder.path("a"), mayBeNameless: mayBeNameless)
            try file.write([UInt8](repeating: 7, count: 100_000))
        }
        #expect(try folder.names == ["a"])
        #expect(try Data(contentsOf: URL(filePath: folder.path("a"))) == Self.old)
    }

    @Test("What an ended program left is removed, what another one writes is not", arguments: [true, false])
    func leftoversOfEndedProgramsAreRemoved(mayBeNameless: Bool) throws {
        let folder = try TemporaryFolder()
        let names = [".recto-1a2b.part", ".recto-1a2b.par", ".recto-", "recto-1.part", "a"]
        for name in names { try Self.old.write(to: URL(filePath: folder.path(name))) }
        #expect(symlink("a", folder.path(".recto-link.part")) == 0)
        let first = try AtomicFile(path: folder.path("first"), mayBeNameless: false)
        #expect(!(try folder.names.contains(names[0])))
        let second = try AtomicFile(path: folder.path("second"), mayBeNameless: mayBeNameless)
        for file in [first, second] { try file.write([1, 2]) }
        AtomicFile.removeLeftovers(in: folder.url.path)
        for file in [first, second] { try file.commit() }
        #expect(try folder.names == (names.dropFirst() + [".recto-link.part", "first", "second"]).sorted())
    }

    @Test("A replaced file keeps its permissions; a link stays a link")
    func aReplacedFileKeepsItsPermissions() throws {
        let folder = try TemporaryFolder()
        try Self.old.write(to: URL(filePath: folder.path("a")))
        #expect(chmod(folder.path("a"), 0o640) == 0)
        #expect(symlink("a", folder.path("link")) == 0)
        let file = try AtomicFile(path: folder.path("link"))
        try file.write([1, 2])
        try file.commit()
        #expect(try Data(contentsOf: URL(filePath: folder.path("a"))) == Data([1, 2]))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "a")
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path("a"))[.posixPermissions] as? Int
        #expect(mode == 0o640)
    }

    @Test("A link to a file that is yet to be made leads to it", arguments: [true, false])
    func danglingLink(isAbsolute: Bool) throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("deep"), withIntermediateDirectories: false)
        #expect(symlink(isAbsolute ? folder.path("deep/second") : "deep/second", folder.path("first")) == 0)
        #expect(symlink("../a", folder.path("deep/second")) == 0)
        let file = try AtomicFile(path: folder.path("first"))
        try file.write([1, 2])
        try file.commit()
        #expect(try folder.names == ["a", "deep", "first"])
        #expect(try Data(contentsOf: URL(filePath: folder.path("first"))) == Data([1, 2]))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("deep/second")) == "../a")
    }

    @Test("Places that cannot be written are named")
    func unwritablePlacesAreNamed() throws {
        let folder = try TemporaryFolder()
        #expect(throws: OutputError.directory) { try AtomicFile(path: folder.url.path) }
        #expect(throws: OutputError.unwritable("No such file or directory")) {
            try AtomicFile(path: folder.path("none/a"))
        }
        try Self.old.write(to: URL(filePath: folder.path("a")))
        #expect(throws: OutputError.unwritable("Not a directory")) { try AtomicFile(path: folder.path("a/b")) }
        #expect(throws: OutputError.notARegularFile) { try AtomicFile(path: "/dev/full") }
        #expect(throws: OutputError.directory) { try AtomicFile(path: folder.path("none") + "/") }
        #expect(throws: (any Error).self) { try AtomicFile(path: "") }
        #expect(symlink("circle", folder.path("circle")) == 0)
        #expect(throws: OutputError.unwritable("Too many levels of symbolic links")) {
            try AtomicFile(path: folder.path("circle"))
        }
    }

    @Test("A folder without permission is named", .enabled(if: getuid() != 0, "permissions do not bind root"))
    func aFolderWithoutPermissionIsNamed() throws {
        let folder = try TemporaryFolder()
        #expect(chmod(folder.url.path, 0o500) == 0)
        defer { chmod(folder.url.path, 0o700) }
        #expect(throws: OutputError.unwritable("Permission denied")) { try AtomicFile(path: folder.path("a")) }
    }

    @Test(
        "A full disk is an error of every writer, and the earlier file stays",
        .enabled(if: Self.canMount, "file systems cannot be mounted here"))
    func fullDisk() throws {
        let folder = try TemporaryFolder()
        #expect(Self.mountSmallDisk(on: folder))
        // Unmount lazily: a program of another test may just have inherited an open file.
        defer { Self.unmount(folder) }
        let path = folder.path("page")
        try Self.old.write(to: URL(filePath: path))
        var random = SeededGenerator(seed: 10)
        let size = try PixelSize(width: 700, height: 700)
        let gray: GrayImage = random.noise(size)
        let bilevel: BilevelImage = random.noise(size)
        let resolution = try #require(Resolution(dotsPerInch: 100))
        let full = OutputError.unwritable("No space left on device")
        #expect(throws: full) { try PNGWriter().write(.gray(gray), path: path) }
        #expect(throws: full) { try JPEGWriter.standard.write(.gray(gray), path: path) }
        #expect(throws: full) {
            let writer = try PDFWriter(path: path)
            try writer.add(.bilevel(bilevel), resolution: resolution)
            try writer.finish()
        }
        for raster in [Raster.bilevel(bilevel), .gray(gray)] {
            #expect(throws: full) {
                let writer = try TIFFWriter(path: path)
                try writer.add(raster, resolution: resolution)
                try writer.finish()
            }
        }
        // A failed write is remembered.
        let file = try AtomicFile(path: path)
        #expect(throws: full) { try file.write([UInt8](repeating: 7, count: 1 << 20)) }
        #expect(throws: full) { try file.commit() }
        #expect(try folder.names == ["page"])
        #expect(try Data(contentsOf: URL(filePath: path)) == Self.old)
    }

    private static let canMount: Bool = {
        guard let folder = try? TemporaryFolder(), mountSmallDisk(on: folder) else { return false }
        unmount(folder)
        return true
    }()

    /// A file system of 64 kB; mounting needs root.
    private static func mountSmallDisk(on folder: TemporaryFolder) -> Bool {
        (try? ProgramResult.run("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder.url.path]))?.status == 0
    }

    private static func unmount(_ folder: TemporaryFolder) {
        _ = try? ProgramResult.run("umount", ["-l", folder.url.path])
    }
}
