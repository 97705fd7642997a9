import Foundation
import FuzzTargets
import TestSupport
import Testing

/// libFuzzer's initial corpus and damaged copies of it, in every test run; `make fuzz` continues from there.
@Suite struct CorpusTests {
    /// One after the other: a target may use a folder.
    @Test(arguments: FuzzTarget.allCases) func everyInputOfTheCorpusIsSurvived(target: FuzzTarget) throws {
        let inputs = try Corpus.inputs(of: target)
        try #require(!inputs.isEmpty)
        var generator = SeededGenerator(seed: 20_261_123)
        for input in inputs {
            input.withUnsafeBytes { target.run($0) }
            for _ in 0..<Corpus.damagedCopies {
                Corpus.damaged(input, using: &generator).withUnsafeBytes { target.run($0) }
            }
        }
    }
}

private enum Corpus {
    static let damagedCopies = 4
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// The seeds of a target; pictures and streams start from small pictures of the repository and of the evaluation
    /// data.
    static func inputs(of target: FuzzTarget) throws -> [[UInt8]] {
        let seeds = try files(in: tests.appending(path: "Fuzz/Seeds/\(target.rawValue)"))
        switch target {
        case .picture: return try seeds + smallPictures()
        case .stream:
            let frames = try smallPictures().filter { $0.starts(with: [0xFF, 0xD8]) }.prefix(20)
            return seeds + frames.map { $0 + $0 }
        case .geometry, .journal, .anchors, .payload, .code, .modelOne, .micro, .rectangular, .text, .reading:
            return seeds
        }
    }

    private static func smallPictures() throws -> [[UInt8]] {
        let folders = [tests.appending(path: "../TestImages"), EvaluationData.root?.appending(path: "formats")]
        return try folders.compactMap { $0 }.flatMap {
            try files(in: $0, kinds: ["png", "jpg", "jpeg"], limit: 17_000)
        }
    }

    private static func files(in folder: URL, kinds: Set<String>? = nil, limit: Int = .max) throws -> [[UInt8]] {
        guard let all = FileManager.default.enumerator(atPath: folder.path) else { return [] }
        let paths = all.compactMap { $0 as? String }.sorted().map { folder.appending(path: $0) }
        return try paths.compactMap { url in
            guard kinds?.contains(url.pathExtension.lowercased()) ?? true else { return nil }
            guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { return nil }
            let bytes = try Data(contentsOf: url)
            return bytes.count <= limit ? Array(bytes) : nil
        }
    }

    /// Some bytes differ, and half of the copies end early.
    static func damaged(_ input: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = input
        for _ in 0..<8 where !bytes.isEmpty {
            bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
        }
        if Bool.random(using: &generator) { return bytes }
        return Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
    }
}
