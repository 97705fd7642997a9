import ArgumentParser
import RectoCodecs
import RectoCore

/// The options that limit and control how inputs are read.
struct ReadingOptions: ParsableArguments {
    @Option(
        name: .customLong("password"),
        help: ArgumentHelp("Opens PDF files that are encrypted.", valueName: "password"))
    var password: String?

    @Option(
        name: .customLong("pdf-dpi"),
        help: ArgumentHelp(
            "Pixels per inch at which PDF pages are drawn, 50 to 1200 (default: 300). Scanned pages keep their pixels.",
            valueName: "number"))
    var pdfDotsPerInch: Double?

    @Option(
        name: .customLong("max-pixels"),
        help: ArgumentHelp("Refuse pictures with more pixels (default: 178956970).", valueName: "number"))
    var maximumPixels: Int?

    @Option(
        name: .customLong("max-pages"),
        help: ArgumentHelp("Refuse files with more pages (default: 10000).", valueName: "number"))
    var maximumPages: Int?

    @Option(
        name: .customLong("max-memory"),
        help: ArgumentHelp(
            "Refuse pictures that need more megabytes to read (default: 1024).", valueName: "number"))
    var maximumMegabytes: Int?

    @Option(
        name: .customLong("max-seconds"),
        help: ArgumentHelp("Give up on a page of a PDF file after this time (default: 120).", valueName: "number"))
    var maximumSeconds: Double?

    func validate() throws {
        let counts = [
            ("--max-pixels", maximumPixels), ("--max-pages", maximumPages), ("--max-memory", maximumMegabytes),
        ]
        for case (let option, let value?) in counts where value < 1 || value > 1 << 40 {
            throw ValidationError("\(option) is \(value), required: 1 or more.")
        }
        if let seconds = maximumSeconds, !(0.001...86_400 ~= seconds) {
            throw ValidationError("--max-seconds is \(seconds), required: 0.001 to 86400.")
        }
        if let dpi = pdfDotsPerInch, !(50...1200 ~= dpi) {
            throw ValidationError("--pdf-dpi is \(dpi), required: 50 to 1200.")
        }
    }

    func reader(layout: PictureReader.Layout = .asStored) -> PictureReader {
        var reader = PictureReader(layout: layout)
        reader.password = password
        if let pdfDotsPerInch { reader.pdfDotsPerInch = pdfDotsPerInch }
        if let maximumPixels { reader.limits.pixels = maximumPixels }
        if let maximumPages { reader.limits.pages = maximumPages }
        if let maximumMegabytes { reader.limits.memoryBytes = maximumMegabytes << 20 }
        if let maximumSeconds { reader.limits.seconds = maximumSeconds }
        return reader
    }
}
