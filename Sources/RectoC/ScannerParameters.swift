public import CRecto
import Recto
import RectoCore
import RectoVision

/// A scanner parameter with a name for C.
private struct ScannerParameter {
    let name: String
    let get: (Recto.Scanner.Options) -> Double
    let set: (inout Recto.Scanner.Options, Double) -> Void

    init(_ name: String, _ path: WritableKeyPath<Recto.Scanner.Options, Double>) {
        self.name = name
        get = { $0[keyPath: path] }
        set = { $0[keyPath: path] = $1 }
    }

    static var all: [ScannerParameter] {
        [
            ScannerParameter("capture.sureConfidence", \.capture.sureConfidence),
            ScannerParameter("capture.minimumConfidence", \.capture.minimumConfidence),
            ScannerParameter("capture.keptConfidence", \.capture.keptConfidence),
            ScannerParameter("capture.successorConfidence", \.capture.successorConfidence),
            ScannerParameter("capture.stillSpeed", \.capture.stillSpeed),
            ScannerParameter("capture.movingSpeed", \.capture.movingSpeed),
            ScannerParameter("capture.grace", \.capture.grace),
            ScannerParameter("capture.patience", \.capture.patience),
            ScannerParameter("capture.lookBack", \.capture.lookBack),
            ScannerParameter("capture.lookAhead", \.capture.lookAhead),
            ScannerParameter("capture.minimumSpan", \.capture.minimumSpan),
            ScannerParameter("capture.minimumSideRatio", \.capture.minimumSideRatio),
            ScannerParameter("capture.minimumBrightness", \.capture.minimumBrightness),
            ScannerParameter("capture.largestGlare", \.capture.largestGlare),
            ScannerParameter("capture.absence", \.capture.absence),
            ScannerParameter("capture.changeTime", \.capture.changeTime),
            ScannerParameter("capture.pause", \.capture.pause),
            ScannerParameter("capture.displayTime", \.capture.displayTime),
            ScannerParameter("tracking.minimumConfidence", \.tracking.minimumConfidence),
            ScannerParameter("tracking.searchRadius", \.tracking.searchRadius),
            ScannerParameter("tracking.minimumSupport", \.tracking.minimumSupport),
            ScannerParameter("tracking.patience", \.tracking.patience),
        ]
    }
}

extension Recto.Scanner.Options {
    /// Sets parameters by name: `capture.stillSpeed=0.1 capture.lookBack=0.3`. The scanner checks their ranges.
    mutating func set(_ assignments: String) throws(CallFailure) {
        for assignment in assignments.split(separator: " ") {
            let parts = assignment.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let value = Double(parts[1]) else {
                throw .invalid("options->parameters has \(assignment), required: name=number")
            }
            guard let parameter = ScannerParameter.all.first(where: { $0.name == parts[0] }) else {
                throw .invalid("options->parameters has no \(parts[0]): recto_scanner_parameters() has the names")
            }
            parameter.set(&self, value)
        }
    }
}

extension Recto.Scanner.Options {
    /// Checks the parameters whose names depend on the stage that they belong to.
    func check() throws(CallFailure) {
        do { _ = try AutoCapture(capture) } catch { throw CallFailure(error, as: error.name(in: "capture")) }
        do { _ = try QuadTracker(tracking) } catch { throw CallFailure(error, as: error.name(in: "tracking")) }
    }
}

extension ParameterError {
    /// The field of `recto_scanner_options` that sets the parameter.
    var nameInScannerOptions: String { "options->\(Self.scannerFields[parameter] ?? parameter)" }

    /// - Parameter stage: The part of the name before the dot in `parameters`.
    fileprivate func name(in stage: String) -> String {
        Self.scannerFields[parameter] == nil
            ? "options->parameters: \(stage).\(parameter)" : nameInScannerOptions
    }

    private static let scannerFields = [
        "dwell": "dwell_seconds", "memory": "remembered_pages", "bufferedFrames": "buffered_frames",
        "burstFrames": "burst_frames", "burstMemory": "burst_bytes",
    ]
}

private let usual = LastingTexts([
    ScannerParameter.all.map { "\($0.name)=\($0.get(Recto.Scanner.Options()))" }.joined(separator: " ")
])

@c @implementation
public func recto_scanner_parameters() -> UnsafePointer<CChar>! { usual[0] }
