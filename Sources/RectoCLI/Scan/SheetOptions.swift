import ArgumentParser
import Recto
import RectoCodecs

/// Which pages a picture shows: one, both pages of an open book, or all sheets.
struct SheetOptions: ParsableArguments {
    @Flag(
        help: """
            Split open books into two pages, in reading order, each flattened unless --flatten is given. A picture without a \
            sure gutter is one page.
            """)
    var book = false

    @Flag(name: .customLong("right-to-left"), help: "With --book, the right page comes first.")
    var readsFromRight = false

    @Flag(
        help: """
            Make a page of each sheet in a picture, in reading order. A picture without a sure sheet is one page.
            """)
    var several = false

    func validate() throws {
        if readsFromRight, !book { throw ValidationError("--right-to-left needs --book.") }
        if book, several { throw ValidationError("--book and --several exclude each other.") }
    }

    /// The maximum number of pages of a picture.
    var mostPages: Int { several ? PageScanner.mostSheets : book ? 2 : 1 }

    func scan(_ picture: Picture, by scanner: inout PageScanner) throws -> [PageScanner.Scan] {
        if several { return try scanner.scan(several: picture) }
        guard book else { return [try scanner.scan(picture)] }
        return try scanner.scan(book: picture, order: readsFromRight ? .rightFirst : .leftFirst).scans
    }
}
