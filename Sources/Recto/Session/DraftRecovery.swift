/// Problems found when a draft was opened, and how they were resolved.
public struct DraftRecovery: Hashable, Sendable {
    public enum Finding: Hashable, Sendable {
        /// The journal ends within a record, of which `bytes` bytes were found: the program ended during the write.
        /// The change had not been confirmed and is not applied.
        case cutRecord(bytes: Int)
        /// A part of the journal is damaged: `bytes` bytes from `offset`. The changes in it are lost.
        case damagedRecord(offset: Int, bytes: Int)
        /// A valid record at `offset` refers to pages that no other record contains.
        case senselessRecord(offset: Int)
        /// A picture that no record referred to has become the last page.
        case adopted(ScanSession.PageID)
        /// A file in the folder of originals that is not a picture.
        case unusableOriginal(String)
        /// A page was removed because its picture is missing.
        case missingOriginal(ScanSession.PageID)
    }

    public var findings: [Finding] = []

    /// Whether the draft was found undamaged.
    public var isClean: Bool { findings.isEmpty }

    /// Whether confirmed changes may have been lost.
    var hasLostRecords: Bool {
        findings.contains {
            switch $0 {
            case .damagedRecord, .senselessRecord: true
            case .cutRecord, .adopted, .unusableOriginal, .missingOriginal: false
            }
        }
    }
}
