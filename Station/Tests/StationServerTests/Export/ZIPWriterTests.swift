import Foundation
import StationServer
import TestSupport
import Testing

/// ZIP files read by another program.
@Suite struct ZIPWriterTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes files into a ZIP and reads it: "name size date" of each, with a verified checksum.
    private func roundTrip(_ files: [(name: String, bytes: [UInt8])], limit: UInt64) throws -> [String] {
        let path = folder.path("files.zip")
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        // 2026-11-23 10:20:31
        var zip = try ZIPWriter(
            path: path, date: Date(timeIntervalSince1970: 1_795_429_231), calendar: calendar, limit: limit)
        for file in files {
            try Data(file.bytes).write(to: URL(filePath: folder.path("part")))
            try zip.add(folder.path("part"), named: file.name)
        }
        try zip.finish()
        let result = try ProgramResult.run(
            "python3",
            [
                "-c",
                """
                import sys, zipfile
                archive = zipfile.ZipFile(sys.argv[1])
                assert archive.testzip() is None
                for entry in archive.infolist():
                    print(entry.filename, entry.file_size, "%04d-%02d-%02d %02d:%02d:%02d" % entry.date_time)
                """, path,
            ])
        try #require(result.status == 0, "\(result.output)")
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test(
        "Another program reads what was written, with the records of ZIP64 where numbers are too great",
        arguments: [UInt64(UInt32.max), 1_000_000, 1000, 100, 2, 1])
    func read(limit: UInt64) throws {
        var random = SeededGenerator(seed: limit)
        let sizes = [0, 1, 99, 100, 101, 5000, (1 << 20) + 7]
        let files = sizes.map { size in
            (name: "Ärztin 🙂 \(size).pdf", bytes: (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
        #expect(
            try roundTrip(files, limit: limit) == sizes.map { "Ärztin 🙂 \($0).pdf \($0) 2026-11-23 10:20:30" })
        #expect(try roundTrip([], limit: limit).isEmpty)
    }
}
