public import ArgumentParser
import RectoCore
public import RectoVision

extension Binarization.Method: ExpressibleByArgument {}

/// How black and white tells ink from paper.
struct BinarizationOptions: ParsableArguments {
    @Option(help: "How bw separates ink from paper: \(Binarization.Method.allValueStrings.joined(separator: ", ")).")
    var method = Binarization.Method.adaptive

    @Option(help: "Side of the window of sauvola, wolf, nick and bradley: odd, 3 to 255 pixels.")
    var window = 51

    @Option(help: "The method's k, -1 to 1; by default 0.2 (sauvola), 0.5 (wolf), -0.2 (nick), 0.15 (bradley).")
    var weight: Double?

    func validate() throws { _ = try binarization() }

    func binarization() throws -> Binarization {
        do {
            return try Binarization(method, windowSide: window, weight: weight)
        } catch {
            let option = error.parameter == "weight" ? "--weight" : "--window"
            throw ValidationError("\(option) is \(error.found), required: \(error.required).")
        }
    }
}
