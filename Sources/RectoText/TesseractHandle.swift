import CTesseract
import RectoCore

/// The functions of libtesseract, loaded on first use.
enum TesseractLibrary {
    static let shared: Result<tesseract_library, TextError> = {
        var library = tesseract_library()
        var reason = [CChar](repeating: 0, count: 512)
        guard tesseract_open(&library, &reason, reason.count) else {
            return .failure(
                .noLibrary(String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)))
        }
        return .success(library)
    }()
}

/// A Tesseract instance with its models, used by one thread at a time.
final class TesseractHandle: @unchecked Sendable {
    // Sendable: a handle may move between threads; `TextReader` gives it to one at a time.
    private let library: tesseract_library
    private let api: OpaquePointer

    /// The longest side for Tesseract's 16-bit coordinates.
    static let maximumSide = Int(Int16.max)

    /// Loads the models.
    init(languages: [String]) throws(TextError) {
        let library = try TesseractLibrary.shared.get()
        self.library = library
        guard let api = library.TessBaseAPICreate() else { throw .failed }
        self.api = api
        // Suppress Tesseract's log: the calls report errors.
        _ = library.TessBaseAPISetVariable(api, "debug_file", "/dev/null")
        let names = languages.joined(separator: "+")
        let status = library.TessBaseAPIInit2(api, nil, names, OEM_LSTM_ONLY)
        guard status == 0, Set(languages).isSubset(of: loadedLanguages) else {
            if languages.count > 1 {
                for language in languages { _ = try TesseractHandle(languages: [language]) }
                throw .unusableLanguages(names)
            }
            // Checked last: a model with such a name may be installed.
            guard LanguageNames.meant(by: names) == nil else { throw .languageName(names) }
            throw .missingLanguage(names, package: Self.package(of: names))
        }
    }

    deinit { library.TessBaseAPIDelete(api) }

    /// Name of the Debian package for a language.
    private static func package(of language: String) -> String {
        "tesseract-ocr-" + language.map { $0 == "_" ? "-" : String($0) }.joined()
    }

    private var loadedLanguages: Set<String> {
        guard let names = library.TessBaseAPIGetLoadedLanguagesAsVector(api) else { return [] }
        defer { library.TessDeleteTextArray(names) }
        var result: Set<String> = []
        var index = 0
        // SAFETY: the array ends with a null pointer.
        while let name = names[index] {
            result.insert(String(cString: name))
            index += 1
        }
        return result
    }

    /// Reads a picture of a page.
    /// - Parameter dotsPerInch: Basis for Tesseract's estimate of letter sizes.
    func read(
        _ image: Raster, layout: TextReader.Layout, dotsPerInch: Double, progress: ReadingProgress?
    ) throws(TextError) -> PageText {
        library.TessBaseAPISetPageSegMode(api, layout.mode)
        setImage(image)
        defer { library.TessBaseAPIClear(api) }
        library.TessBaseAPISetSourceResolution(api, Int32(dotsPerInch.rounded()))
        try recognize(progress)
        guard let iterator = library.TessBaseAPIGetIterator(api) else { return PageText(size: image.size) }
        defer { library.TessResultIteratorDelete(iterator) }
        guard let page = library.TessResultIteratorGetPageIteratorConst(iterator) else { throw .failed }
        let words = WordIterator(library: library, iterator: iterator, page: page)
        let blocks = words.blocks()
        return PageText(size: image.size, blocks: layout == .automatic ? blocks.joiningTableColumns() : blocks)
    }

    /// Tesseract copies the pixels.
    private func setImage(_ image: Raster) {
        let (width, height) = (Int32(image.size.width), Int32(image.size.height))
        switch image {
        case .gray(let gray):
            // SAFETY: the view has `height` rows of `width` bytes, `stride` bytes apart.
            gray.withView { library.TessBaseAPISetImage(api, $0.base, width, height, 1, Int32($0.stride)) }
        case .rgb(let rgb):
            // SAFETY: the same with three bytes a pixel.
            rgb.withView { library.TessBaseAPISetImage(api, $0.base, width, height, 3, Int32($0.stride)) }
        case .bilevel(let ink):
            // Tesseract expects paper bits to be set.
            var paper = ink
            paper.withMutableView { view in
                for y in 0..<view.height {
                    let row = view.row(y)
                    for x in 0..<view.rowBytes { row[x] = ~row[x] }
                }
            }
            // SAFETY: the same with one bit per pixel, which Tesseract calls 0 bytes.
            paper.withView { library.TessBaseAPISetImage(api, $0.base, width, height, 0, Int32($0.stride)) }
        }
    }

    private func recognize(_ progress: ReadingProgress?) throws(TextError) {
        guard let monitor = library.TessMonitorCreate() else { throw .failed }
        defer { library.TessMonitorDelete(monitor) }
        let observed = progress ?? ReadingProgress()
        library.TessMonitorSetCancelThis(monitor, Unmanaged.passUnretained(observed).toOpaque())
        library.TessMonitorSetCancelFunc(monitor) { context, _ in
            // SAFETY: `observed` stays alive until after the call.
            context.map { Unmanaged<ReadingProgress>.fromOpaque($0).takeUnretainedValue().endsHere() } ?? false
        }
        library.TessMonitorSetProgressFunc(monitor) { monitor, _, _, _, _ in
            if case .success(let library) = TesseractLibrary.shared, let monitor,
                let context = library.TessMonitorGetCancelThis(monitor)
            {
                // SAFETY: as above.
                Unmanaged<ReadingProgress>.fromOpaque(context).takeUnretainedValue()
                    .report(percent: Int(library.TessMonitorGetProgress(monitor)))
            }
            return false
        }
        let former = tesseract_enter_thread()
        let status = withExtendedLifetime(observed) { library.TessBaseAPIRecognize(api, monitor) }
        tesseract_leave_thread(former)
        if observed.isCancelled { throw .cancelled }
        guard status == 0 else { throw .failed }
        observed.report(percent: 100)
    }
}

extension TextReader.Layout {
    fileprivate var mode: TessPageSegMode {
        switch self {
        case .automatic: PSM_AUTO
        case .column: PSM_SINGLE_COLUMN
        case .block: PSM_SINGLE_BLOCK
        case .sparse: PSM_SPARSE_TEXT
        }
    }
}

/// Iterates over the recognized words.
private struct WordIterator {
    let library: tesseract_library
    let iterator: OpaquePointer
    /// The same iterator for the layout.
    let page: OpaquePointer

    func blocks() -> [PageText.Block] {
        var blocks: [PageText.Block] = []
        var startsBlock = false
        var startsParagraph = false
        var startsLine = false
        repeat {
            // A line may begin at a place without a word, so remember that until the line's first word.
            startsBlock = startsBlock || begins(RIL_BLOCK)
            startsParagraph = startsParagraph || begins(RIL_PARA)
            startsLine = startsLine || begins(RIL_TEXTLINE)
            guard let word = word() else { continue }
            if startsBlock || blocks.isEmpty {
                blocks.append(PageText.Block(box: box(RIL_BLOCK) ?? word.box, lines: []))
            }
            if startsLine || startsBlock || blocks[blocks.count - 1].lines.isEmpty {
                blocks[blocks.count - 1].lines.append(line(startingWith: word, startsParagraph || startsBlock))
            }
            let last = blocks[blocks.count - 1].lines.count - 1
            blocks[blocks.count - 1].lines[last].words.append(word)
            (startsBlock, startsParagraph, startsLine) = (false, false, false)
        } while library.TessResultIteratorNext(iterator, RIL_WORD) != 0
        for block in blocks.indices {
            for line in blocks[block].lines.indices { blocks[block].lines[line].settleDirection() }
        }
        return blocks
    }

    private func begins(_ level: TessPageIteratorLevel) -> Bool {
        library.TessPageIteratorIsAtBeginningOf(page, level) != 0
    }

    private func box(_ level: TessPageIteratorLevel) -> PageText.Box? {
        var (left, top, right, bottom) = (Int32(0), Int32(0), Int32(0), Int32(0))
        guard library.TessPageIteratorBoundingBox(page, level, &left, &top, &right, &bottom) != 0, right > left,
            bottom > top
        else { return nil }
        return PageText.Box(left: Double(left), top: Double(top), right: Double(right), bottom: Double(bottom))
    }

    private func word() -> PageText.Word? {
        guard let bytes = library.TessResultIteratorGetUTF8Text(iterator, RIL_WORD) else { return nil }
        defer { library.TessDeleteText(bytes) }
        let scalars = String(cString: bytes).unicodeScalars.filter { !Self.isUnprintable($0) }
        let text = String(String.UnicodeScalarView(scalars))
        guard !text.isEmpty, let box = box(RIL_WORD) else { return nil }
        let confidence = Double(library.TessResultIteratorConfidence(iterator, RIL_WORD)) / 100
        let language = library.TessResultIteratorWordRecognitionLanguage(iterator).map { String(cString: $0) }
        return PageText.Word(text: text, box: box, confidence: min(1, max(0, confidence)), language: language ?? "")
    }

    /// Whether a scalar is white space or does not represent a letter.
    private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace
            || [.control, .format, .unassigned, .privateUse].contains(scalar.properties.generalCategory)
    }

    private func line(startingWith word: PageText.Word, _ startsParagraph: Bool) -> PageText.Line {
        let box = box(RIL_TEXTLINE) ?? word.box
        var (x1, y1, x2, y2) = (Int32(0), Int32(0), Int32(0), Int32(0))
        var baseline = PageText.Baseline(
            start: Point2D(x: box.left, y: box.bottom), end: Point2D(x: box.right, y: box.bottom))
        if library.TessPageIteratorBaseline(page, RIL_TEXTLINE, &x1, &y1, &x2, &y2) != 0, (x1, y1) != (x2, y2) {
            baseline = PageText.Baseline(
                start: Point2D(x: Double(x1), y: Double(y1)), end: Point2D(x: Double(x2), y: Double(y2)))
        }
        var orientation = ORIENTATION_PAGE_UP
        var writing = WRITING_DIRECTION_LEFT_TO_RIGHT
        var order = TEXTLINE_ORDER_TOP_TO_BOTTOM
        var angle: Float = 0
        library.TessPageIteratorOrientation(page, &orientation, &writing, &order, &angle)
        return PageText.Line(
            box: box, baseline: baseline,
            direction: writing == WRITING_DIRECTION_TOP_TO_BOTTOM ? .topToBottom : .leftToRight,
            startsParagraph: startsParagraph, words: [])
    }
}

extension PageText.Line {
    /// Tesseract reports the direction of a block; a line has the direction of most of its letters.
    fileprivate mutating func settleDirection() {
        guard direction != .topToBottom else { return }
        let letters = words.flatMap(\.text.unicodeScalars).filter(\.properties.isAlphabetic)
        let leftward = letters.count(where: \.isRightToLeft)
        direction = 2 * leftward > letters.count ? .rightToLeft : .leftToRight
    }
}
