public import Recto
public import RectoCore

extension ScanSession {
    /// Reads a page in its display form, including its rotation.
    ///
    /// The text refers to the page's current corners and rotation. After changing these it must be read again.
    /// - Throws: `SessionError`, ``TextError``.
    public func text(
        of page: PageID, by reader: inout PageTextReader, progress: ReadingProgress? = nil
    ) throws -> PageTextReader.Reading {
        try reader.read(try self.page(page), progress: progress)
    }

    /// The texts of all pages, for ``Recto/ScanSession/save(to:jpeg:metadata:isArchival:texts:)``.
    /// - Throws: `SessionError`, ``TextError``.
    public func texts(by reader: inout PageTextReader) throws -> [PageID: PageText] {
        var texts: [PageID: PageText] = [:]
        for page in pages { texts[page.id] = try text(of: page.id, by: &reader).text }
        return texts
    }
}
