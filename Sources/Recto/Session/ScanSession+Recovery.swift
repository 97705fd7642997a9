import RectoCodecs

/// Repairs of a draft when it is opened.
extension ScanSession {
    /// Reconciles the journal and the pictures: pages without a picture are removed, and pictures without a page
    /// become one.
    static func reconcile(
        _ state: inout DraftState, with files: DraftFolder, _ recovery: inout DraftRecovery
    ) throws(SessionError) {
        for page in state.orderedPages where !files.holds(page.original) {
            if let single = page.single, files.holds(single.original) {
                _ = state.apply(.page(single))
                continue
            }
            state.drop(page.id)
            recovery.findings.append(.missingOriginal(PageID(number: page.id)))
        }
        for name in try files.originalNames() {
            guard let parts = DraftOriginal.parts(ofName: name) else {
                recovery.findings.append(.unusableOriginal(name))
                continue
            }
            if state.originals.contains(parts.number) { continue }
            guard
                let page = adopted(
                    name, parts, as: state.pages[parts.number] == nil ? parts.number : state.nextNumber, files),
                state.apply(.page(page))
            else {
                recovery.findings.append(.unusableOriginal(name))
                continue
            }
            recovery.findings.append(.adopted(PageID(number: page.id)))
        }
    }

    /// Returns a page of a whole picture.
    private static func adopted(
        _ name: String, _ parts: (number: Int, kind: DraftOriginal.Kind), as id: Int, _ files: DraftFolder
    ) -> DraftPage? {
        guard let bytes = try? files.readOriginal(name), let picture = try? PictureReader().read(bytes: bytes),
            DraftOriginal.Kind(picture.format) == parts.kind
        else { return nil }
        let original = DraftOriginal(
            number: parts.number, kind: parts.kind, bytes: bytes.count, checksum: crc32(bytes),
            width: picture.size.width, height: picture.size.height)
        return original.name == name ? DraftPage(id: id, original: original, renderOptions: RenderOptions()) : nil
    }
}
