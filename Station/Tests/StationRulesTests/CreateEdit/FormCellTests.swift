import StationRules
import Testing

/// The valid entries of cells, and the messages for others.
@Suite struct FormCellTests {
    private static let colors = ["red", "green"].map { FormCell.Option($0, $0) }

    private func fault(_ kind: FormCell.Kind, _ entered: String..., missing: String? = nil) -> String? {
        FormCell("x", "Color", kind, missing: missing).fault(of: entered)
    }

    @Test("CE-4, CE-5, CR-4: a title and a short text are a line of so many characters")
    func lines() {
        #expect(
            fault(.title(maximum: 4), " Gas\t") == nil
                && fault(.title(maximum: 4), "Gases") == "Shorten “Color” to 4 characters.")
        #expect(fault(.text(maximum: 2), "äö") == nil && fault(.text(maximum: 2), "abc") != nil)
        #expect(fault(.title(maximum: 4), "  ") == nil)
        #expect(fault(.title(maximum: 4), "  ", missing: "Enter a title.") == "Enter a title.")
        #expect(fault(.title(maximum: 4), missing: "Enter a title.") == "Enter a title.")
    }

    @Test("CE-7, CR-5: a note has lines")
    func notes() {
        #expect(fault(.note(maximum: 5), "a\r\nb\n") == nil && fault(.note(maximum: 2), "a\nb") != nil)
    }

    @Test("CE-10, CR-6: few short values are segments, up to eight are chips, others a list", arguments: 1...12)
    func choices(count: Int) {
        let options = (0..<count).map { FormCell.Option("\($0)", "Value \($0)") }
        let one = FormCell.Kind.choice(of: options), many = FormCell.Kind.choice(of: options, isMultiple: true)
        #expect(
            one
                == (count <= 3
                    ? .segments(options)
                    : count <= 8
                        ? .chips(options, isMultiple: false) : .picker(options, isMultiple: false, maximumNew: nil)))
        #expect(
            many
                == (count <= 8
                    ? .chips(options, isMultiple: true) : .picker(options, isMultiple: true, maximumNew: nil)))
        let long = options + [FormCell.Option("long", "A value that is longer than a chip")]
        #expect(FormCell.Kind.choice(of: long) == .picker(long, isMultiple: false, maximumNew: nil))
    }

    @Test(
        "CE-8, CE-10, CR-6, CR-7: only values that are offered are taken, several only where several are chosen; lists may take new ones"
    )
    func values() {
        for kind in [
            FormCell.Kind.segments(Self.colors), .chips(Self.colors, isMultiple: false),
            .picker(Self.colors, isMultiple: false, maximumNew: nil),
        ] {
            #expect(fault(kind, "red") == nil && fault(kind, "") == nil)
            #expect(fault(kind, "blue") == "Choose one of the values of “Color”.")
        }
        for kind in [
            FormCell.Kind.chips(Self.colors, isMultiple: true), .picker(Self.colors, isMultiple: true, maximumNew: nil),
        ] {
            #expect(fault(kind, "red", "green") == nil && fault(kind, "red", "blue") != nil)
        }
        #expect(fault(.picker(Self.colors, isMultiple: true, maximumNew: 4), "red", "blue") == nil)
        #expect(
            fault(.picker(Self.colors, isMultiple: true, maximumNew: 3), "red", "blue")
                == "Shorten “Color” to 3 characters.")
        // A new value replaces the chosen one.
        #expect(fault(.picker(Self.colors, isMultiple: false, maximumNew: nil), "blue", "red") == nil)
    }

    @Test(
        "CE-9, CE-11, CR-8: toggles, sliders, numbers, days, moments and lengths of time take what they are for")
    func others() {
        let cases: [(FormCell.Kind, good: [String], bad: [String])] = [
            (.toggle(reveals: []), ["yes", "no", ""], ["on", "1"]),
            (.slider(1...10), ["1", "10"], ["0", "11", "x", "1.5"]),
            (.number(1...99), ["7", " 7 "], ["100", "-1", "7,5", "９x"]),
            (.day, ["2026-02-28", ""], ["2026-02-29", "28.2.2026", "soon"]),
            (.moment, ["2026-11-23T14:30"], ["2026-11-23", "2026-11-23 14:30", "T14:30", "2026-13-01T00:00"]),
            (
                .duration([.months, .years], maximum: 100), ["3 years", "100 months"],
                ["101 months", "3 days", "0 years", "3", "x years"]
            ),
        ]
        for (kind, good, bad) in cases {
            for text in good { #expect(fault(kind, text) == nil, "\(kind) \(text)") }
            for text in bad { #expect(fault(kind, text) != nil, "\(kind) \(text)") }
        }
        #expect(FormMoment("2026-11-23T14:30")?.description == "2026-11-23T14:30")
    }

    @Test("A length of time leads to a day; the end of a month stays one")
    func durations() throws {
        let day = try #require(Day("2024-01-31"))
        for (text, end) in [
            ("1 months", "2024-02-29"), ("13 months", "2025-02-28"), ("2 years", "2026-01-31"),
            ("3 weeks", "2024-02-21"), ("1 days", "2024-02-01"),
        ] {
            #expect(FormDuration(text)?.after(day).description == end)
        }
        let leap = try #require(Day("2024-02-29")), last = try #require(Day("9999-12-31"))
        #expect(FormDuration("1 years")?.after(leap).description == "2025-02-28")
        #expect(FormDuration("5 years")?.after(last).year == 9999)
    }

    @Test("CE-12: what browsers show safely is shown; all else is a file to save")
    func attachments() {
        for type in ["image/png", "image/jpeg"] { #expect(AttachmentType(type) == .image) }
        #expect(AttachmentType("audio/mpeg") == .audio && AttachmentType("video/mp4") == .video)
        for type in ["image/svg+xml", "text/html", "application/pdf", ""] { #expect(AttachmentType(type) == .other) }
        #expect(MediaType("Image/PNG; charset=x").text == "image/png")
        for text in [nil, "", "text", "text/", "text/a b", "a/b/c", "text/html\r\nx"] {
            #expect(MediaType(text).text == MediaType.unknown)
        }
        for (text, name) in [
            ("C:\\Users\\a\\Bill.pdf", "Bill.pdf"), ("../../etc/passwd", "passwd"), ("", "File"), ("..", "File"),
            (" a\u{0}b ", "ab"),
        ] { #expect(AttachmentName(text).text == name) }
        let long = AttachmentName(String(repeating: "a", count: 300) + ".pdf").text
        #expect(long.count == AttachmentName.maximumCharacters && long.hasSuffix("a.pdf"))
    }
}
