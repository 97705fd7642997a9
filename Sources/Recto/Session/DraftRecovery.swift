/// What was amiss with a draft when it was opened, and what became of it.
public struct DraftRecovery: Hashable, Sendable {
    public enum Finding: Hashable, Sendable {
        /// The journal ends within a record, of which so many bytes were there: the program ended while it wrote them. The
        /// change had not been confirmed, and is not made.
        case cutRecord(bytes: Int)
        /// So many bytes of the journal, from this one on, are no record any more; the changes in them are lost.
        case damagedRecord(offset: Int, bytes: Int)
        /// A sound record, from this byte on, that speaks of pages of which others do not.
        case senselessRecord(offset: Int)
        /// A picture that no record named has become the last page.
        case adopted(ScanSession.PageID)
        /// A file in the folder of pictures that is no picture.
        case unusableOriginal(String)
        /// A page that was removed because its picture is missing.
        case missingOriginal(ScanSession.PageID)
    }

    public var findings: [Finding] = []

    /// Whether the draft was found as it had been left.
    public var isClean: Bool { findings.isEmpty }

    /// Whether changes may be lost that had been confirmed.
    var hasLostRecords: Bool {
        findings.contains {
            switch $0 {
            case .damagedRecord, .senselessRecord: true
            case .cutRecord, .adopted, .unusableOriginal, .missingOriginal: false
            }
        }
    }
}
