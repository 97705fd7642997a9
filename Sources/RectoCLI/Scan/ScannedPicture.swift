import Recto
import RectoCodecs
import RectoCore
import RectoText
import RectoVision

/// The output of `recto scan` for a picture.
struct ScannedPicture: Encodable, CustomStringConvertible, Sendable {
    var file: String
    /// With `--fuse`.
    var fused: FusedPicture?
    var scan: PageScanner.Scan
    /// The page with the corners and the rotation that it was rendered with.
    var page: Page
    /// Whether the page was looked for: not if its corners were given, or the picture is the page.
    var isDetected: Bool
    /// With `--rotate auto`.
    var orientation: OrientationSuggestion?
    var rendered: RenderedPage
    /// With `--flatten`.
    var trace: PageFlattener.Trace
    /// With `--text`.
    var text: TextFormat.Page?
    var timings: StageTimings
    /// Where the page is, once it is in a document.
    var place: DocumentWriter.Place?

    private enum CodingKeys: String, CodingKey {
        case file, source, reference, fused, refused, noise, blur, lost, width, height, presence, quad, cutSides,
            confidence,
            level, output, page,
            pageWidth, pageHeight, dpi, paper, filter,
            rotation, orientation, deskew, flatten, suggestion, words, textConfidence
        case milliseconds
    }

    func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: CodingKeys.self)
        try line.encode(file, forKey: .file)
        if let burst = fused?.burst {
            try line.encode(burst.source, forKey: .source)
            try line.encode(burst.reference, forKey: .reference)
            try line.encodeIfPresent(burst.fused, forKey: .fused)
            let refusals = burst.refusals.sorted { $0.key < $1.key }
            try line.encode(refusals.map { FusedPicture.Refused(picture: $0.key, reason: $0.value) }, forKey: .refused)
        }
        if let report = fused?.burst.report {
            try line.encode(report.noise.rounded(decimals: 2), forKey: .noise)
            try line.encode(report.blur, forKey: .blur)
            try line.encode(report.lostShare.rounded(decimals: 4), forKey: .lost)
        }
        try line.encode(page.originalSize.width, forKey: .width)
        try line.encode(page.originalSize.height, forKey: .height)
        if isDetected { try line.encode(scan.detection.presence, forKey: .presence) }
        try line.encode(page.quad?.jsonCorners, forKey: .quad)
        if page.quad != nil, let detection = scan.detection, !detection.cutSides.isEmpty {
            try line.encode(detection.cutSides.names, forKey: .cutSides)
        }
        try line.encode(scan.detection?.confidence.rounded(decimals: 4), forKey: .confidence)
        try line.encode(scan.detection?.level, forKey: .level)
        if let place {
            try line.encode(place.file.isEmpty ? InputFiles.standardInput : place.file, forKey: .output)
            try line.encode(place.page, forKey: .page)
        }
        try line.encode(rendered.size.width, forKey: .pageWidth)
        try line.encode(rendered.size.height, forKey: .pageHeight)
        try line.encode(rendered.dotsPerInch.rounded(decimals: 2), forKey: .dpi)
        try line.encode(rendered.paper?.size.rawValue, forKey: .paper)
        try line.encode(page.filter.rawValue, forKey: .filter)
        try line.encode(page.rotation.rawValue, forKey: .rotation)
        try line.encodeIfPresent(orientation, forKey: .orientation)
        try line.encodeIfPresent(DeskewResult(scan.deskewing), forKey: .deskew)
        try line.encodeIfPresent(FlatteningResult(rendered), forKey: .flatten)
        try line.encodeIfPresent(rendered.suggestion, forKey: .suggestion)
        if let text {
            try line.encode(text.text.words.count, forKey: .words)
            try line.encode(text.text.confidence?.rounded(decimals: 4), forKey: .textConfidence)
        }
        try line.encode(timings.json, forKey: .milliseconds)
    }

    /// Where the page was found, or why the whole picture is kept.
    private var found: String {
        switch (page.quad, scan.detection) {
        case (.some, let detection?): "page found (\(detection.qualities.joined(separator: ", ")))"
        case (.some, nil): "corners as given"
        case (nil, let detection?) where detection.level != nil:
            "page uncertain (\(detection.qualities.joined(separator: ", "))), whole picture"
        case (nil, let detection): (isDetected ? "\(detection.absence), " : "") + "whole picture"
        }
    }

    var description: String {
        let paper = rendered.paper.map { " \($0.size.rawValue.uppercased()) \($0.orientation.rawValue)" } ?? ""
        let times = StageTimings.Stage.allCases.compactMap { stage in
            timings[stage].map { "\(stage.rawValue) \($0.inMilliseconds.rounded(decimals: 1))" }
        }
        let turn = orientation.map { " \($0.description)," } ?? ""
        let deskewing = DeskewResult(scan.deskewing).map { " \($0)," } ?? ""
        let flatness = FlatteningResult(rendered).map { " \($0)," } ?? ""
        let content = rendered.suggestion.map { " \($0.description)," } ?? ""
        let words = text.map { " \($0.text.words.count) words," } ?? ""
        let fusion = fused.map { " \($0)," } ?? ""
        return
            "\(file): \(found),\(fusion)\(turn)\(deskewing)\(flatness)\(content)\(words)\(paper) \(rendered.size) at \(Int(rendered.dotsPerInch.rounded())) dpi; "
            + "\(times.joined(separator: ", ")) ms"
    }
}
