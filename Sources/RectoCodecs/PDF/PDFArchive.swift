import RectoCore

/// The parts that PDF/A-2 (ISO 19005-2) requires: XMP metadata, and an output intent with a color profile.
enum PDFArchive {
    /// Returns metadata equal to the information dictionary (§6.6).
    /// - Parameter hasText: Whether the file claims level U, for text that maps to Unicode, instead of B.
    static func metadata(_ metadata: DocumentMetadata, hasText: Bool) -> String {
        var properties = """
            <pdfaid:part>2</pdfaid:part>
            <pdfaid:conformance>\(hasText ? "U" : "B")</pdfaid:conformance>
            <pdf:Producer>Recto</pdf:Producer>

            """
        if let title = metadata.title {
            properties +=
                "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">\(escaped(title))</rdf:li></rdf:Alt></dc:title>\n"
        }
        if let date = metadata.creationTime("%Y-%m-%dT%H:%M:%SZ") {
            properties += "<xmp:CreateDate>\(date)</xmp:CreateDate>\n<xmp:ModifyDate>\(date)</xmp:ModifyDate>\n"
        }
        return """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/">
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
            \(properties)</rdf:Description>
            </rdf:RDF>
            </x:xmpmeta>
            <?xpacket end="r"?>
            """
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: String(scalar)
            }
        }.joined()
    }

    /// Returns a title valid in both XMP and the information dictionary: XML has no control characters, not even
    /// escaped.
    static func title(_ title: String) -> String {
        String(
            String.UnicodeScalarView(
                title.unicodeScalars.map { scalar in
                    scalar.value < 32 || scalar.value == 0xFFFE || scalar.value == 0xFFFF ? " " : scalar
                }))
    }

    /// sRGB (IEC 61966-2-1) as a version 4 profile (ISO 15076-1): primaries adapted to D50, and the tone curve as a
    /// formula.
    static let colorProfile: [UInt8] = {
        let curve = Array("para".utf8) + words(0, 0, 3, 0) + fixed(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
        let tags: [(tag: String, bytes: [UInt8])] = [
            ("desc", text("sRGB")), ("cprt", text("No copyright")),
            ("wtpt", Array("XYZ ".utf8) + longs(0) + fixed(0.9642, 1, 0.8249)),
            (
                "chad",
                Array("sf32".utf8) + longs(0)
                    + fixed(1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168)
            ),
            ("rXYZ", Array("XYZ ".utf8) + longs(0) + fixed(0.43607, 0.22249, 0.01392)),
            ("gXYZ", Array("XYZ ".utf8) + longs(0) + fixed(0.38515, 0.71687, 0.09708)),
            ("bXYZ", Array("XYZ ".utf8) + longs(0) + fixed(0.14307, 0.06061, 0.71410)),
            ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
        let start = 128 + 4 + 12 * tags.count
        var directory = longs(tags.count)
        var body: [UInt8] = []
        for tag in tags {
            directory += Array(tag.tag.utf8) + longs(start + body.count, tag.bytes.count)
            body += tag.bytes + [UInt8](repeating: 0, count: (4 - tag.bytes.count % 4) % 4)
        }
        return header(size: start + body.count) + directory + body
    }()

    private static func header(size: Int) -> [UInt8] {
        longs(size, 0, 0x0440_0000) + Array("mntrRGB XYZ ".utf8) + words(2000, 1, 1, 0, 0, 0) + Array("acsp".utf8)
            // No platform, flags, manufacturer or attributes; perceptual intent; the D50 white point.
            + longs(0, 0, 0, 0, 0, 0, 0) + fixed(0.9642, 1, 0.8249) + [UInt8](repeating: 0, count: 48)
    }

    /// Encodes a text in a single language as UTF-16.
    private static func text(_ text: String) -> [UInt8] {
        Array("mluc".utf8) + longs(0, 1, 12) + Array("enUS".utf8) + longs(2 * text.utf16.count, 28)
            + text.utf16.flatMap { words(Int($0)) }
    }

    /// Encodes fixed-point numbers with 16 fractional bits.
    private static func fixed(_ values: Double...) -> [UInt8] {
        values.flatMap { longs(Int(($0 * 65536).rounded())) }
    }
}
