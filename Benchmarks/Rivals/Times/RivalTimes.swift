import Cases
import Foundation
import RectoBarcode
import RectoCore
import RectoKernels

/// Recto's side of the comparison with rivals: answers requests, so that both sides can take turns.
///
/// The argument is a folder with `inputs.json` (``Inputs``) and the raw pictures it lists. A request is a line
/// `OPERATION LEVEL COUNT`; the reply is a line of JSON (``Answer``).
@main
struct RivalTimes {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            FileHandle.standardError.write(Data("usage: recto-rival-times FOLDER\n".utf8))
            exit(2)
        }
        let operations = try Operations(folder: CommandLine.arguments[1])
        let encoder = JSONEncoder()
        while let line = readLine() {
            let fields = line.split(separator: " ").map(String.init)
            guard fields.count == 3, let level = InstructionSet(rawValue: fields[1]), let count = Int(fields[2]),
                count > 0
            else { throw RequestError.malformed(line) }
            let answer = try InstructionSet.withForced(level) { () throws in
                try operations.measure(fields[0], count: count)
            }
            FileHandle.standardOutput.write(try encoder.encode(answer) + Data("\n".utf8))
        }
    }
}

enum RequestError: Error {
    case malformed(String)
    case unknownOperation(String)
    case fileSize(String)
}

/// The inputs for measuring.
struct Inputs: Decodable {
    /// A picture for the kernels: its layouts are in `kernels.yuyv`, `kernels.rgb` and `kernels.gray`.
    struct Picture: Decodable {
        let width: Int
        let height: Int
        /// The page's corners, clockwise from the document's top-left.
        let quad: [[Double]]
    }
    let kernels: Picture
    /// Photos for the chain by name; their pixels are in `NAME.rgb`.
    let scenes: [String: Picture]
    /// Scenes for detection by name; their pixels are in `NAME.rgb`, their luma in `NAME.gray`.
    let frames: [String: Picture]
    /// Pictures for reading codes by name; their luma is in `NAME.gray`.
    let codes: [String: Size]

    struct Size: Decodable {
        let width: Int
        let height: Int
    }
}

/// The reply to a request.
struct Answer: Encodable {
    /// CPU time of each run; wall time for `scanToPDFOn2Cores` and `scanToPDFOn1Core`.
    var milliseconds: [Double] = []
    /// The CPU's levels.
    var levels: [String] = InstructionSet.available.map(\.rawValue)
    /// The detected corners, if the operation searches for them.
    var quad: [[Double]]?
    /// The size of the file, if the operation makes one.
    var byteCount: Int?
    /// The texts of codes, if the operation reads them.
    var texts: [String]?
}

/// Available operations: `copy`, the names of kernels, and `scan:SCENE`, `detect:SCENE`, `luma:SCENE`,
/// `straighten:SCENE`, `blackAndWhite:SCENE`, `encode:SCENE`, `encodeGray:SCENE`, `scanToPDF:SCENE`,
/// `scanToPDFOn1Core:SCENE`, `scanToPDFOn2Cores:SCENE`, `encodeToPDF:SCENE`; `Y:FRAME`, `NV12:FRAME`, `YUYV:FRAME`,
/// `RGB:FRAME` for detection in each layout; and `readFrame:CODE`, `readPhoto:CODE` for codes with the effort of a
/// stream and of a photo.
struct Operations {
    private let kernels: [String: () -> Void]
    private let chains: [String: ScanChain]
    private let frames: [String: FrameDetection]
    private let codes: [String: CodeReading]

    init(folder: String) throws {
        func read(_ name: String) throws -> [UInt8] {
            [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
        }
        let inputs = try JSONDecoder().decode(Inputs.self, from: Data(try read("inputs.json")))
        let size = try inputs.kernels.size
        let (yuyv, rgb, gray) = (try read("kernels.yuyv"), try read("kernels.rgb"), try read("kernels.gray"))
        guard yuyv.count == 2 * size.area, rgb.count == 3 * size.area, gray.count == size.area else {
            throw RequestError.fileSize("kernels")
        }
        let picture = KernelInputs(
            size: size, yuyv: Buffer(yuyv), rgb: Buffer(rgb), gray: Buffer(gray), quad: try inputs.kernels.corners)
        kernels = Dictionary(uniqueKeysWithValues: KernelCase.all.map { ($0.operation, $0.prepare(picture)) })
        chains = try Dictionary(
            uniqueKeysWithValues: inputs.scenes.map { name, scene in
                let image = try RGBImage(size: try scene.size, packed: try read("\(name).rgb"))
                return (name, try ScanChain(image, quad: try scene.corners))
            })
        frames = try Dictionary(
            uniqueKeysWithValues: inputs.frames.flatMap { name, frame in
                let image = try RGBImage(size: try frame.size, packed: try read("\(name).rgb"))
                let luma = try read("\(name).gray")
                guard luma.count == image.size.area else { throw RequestError.fileSize(name) }
                return try FrameDetection.Layout.allCases.map { layout in
                    ("\(layout.rawValue):\(name)", try FrameDetection(image, as: layout, luma: luma))
                }
            })
        codes = try Dictionary(
            uniqueKeysWithValues: inputs.codes.flatMap { name, code in
                let size = try PixelSize(width: code.width, height: code.height)
                let luma = try GrayImage(size: size, packed: try read("\(name).gray"))
                return [
                    ("readFrame:\(name)", try CodeReading(luma, .frame)),
                    ("readPhoto:\(name)", try CodeReading(luma, .still)),
                ]
            })
    }

    func measure(_ operation: String, count: Int) throws -> Answer {
        var answer = Answer()
        let run = try closure(operation, &answer)
        let passes = operation.hasPrefix("scanToPDFOn")
        let clock = passes ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID
        try run()
        for _ in 0..<count {
            let start = milliseconds(clock)
            try run()
            answer.milliseconds.append(milliseconds(clock) - start)
        }
        return answer
    }

    private func closure(_ operation: String, _ answer: inout Answer) throws -> () throws -> Void {
        if let kernel = kernels[operation] { return kernel }
        if let frame = frames[operation] {
            answer.quad = try frame.detect()?.corners.map { [$0.x, $0.y] }
            return { _ = try frame.detect() }
        }
        if let code = codes[operation] {
            answer.texts = code.read()
            return { _ = code.read() }
        }
        let parts = operation.split(separator: ":").map(String.init)
        guard parts.count == 2, let chain = chains[parts[1]] else { throw RequestError.unknownOperation(operation) }
        switch parts[0] {
        case "scan":
            let (quad, file) = try chain.scan()
            answer.quad = quad?.corners.map { [$0.x, $0.y] }
            answer.byteCount = file.count
            return { _ = try chain.scan() }
        case "detect": return { _ = chain.detect() }
        case "luma": return chain.luma
        case "straighten": return chain.straighten
        case "blackAndWhite": return chain.blackAndWhite
        case "encode": return { _ = try chain.encode() }
        case "encodeGray":
            answer.byteCount = try chain.encodeGray().count
            return { _ = try chain.encodeGray() }
        case "scanToPDF", "scanToPDFOn1Core", "scanToPDFOn2Cores":
            let file = TemporaryFile(suffix: ".pdf")
            let onTwoCores = parts[0] == "scanToPDFOn2Cores"
            try chain.scan(toPDF: file.path)
            answer.byteCount = try Data(contentsOf: URL(fileURLWithPath: file.path)).count
            return { try chain.scan(toPDF: file.path, onTwoCores: onTwoCores) }
        case "encodeToPDF":
            let file = TemporaryFile(suffix: ".pdf")
            return { try chain.encode(toPDF: file.path) }
        default: throw RequestError.unknownOperation(operation)
        }
    }
}

/// Time of a system clock: CPU time of the process with all threads, or wall time.
private func milliseconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

extension Inputs.Picture {
    var size: PixelSize {
        get throws { try PixelSize(width: width, height: height) }
    }

    var corners: Quad {
        get throws { try Quad(corners: quad.map { Point2D(x: $0[0], y: $0[1]) }) }
    }
}
