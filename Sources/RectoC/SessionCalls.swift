public import CRecto
import Recto
import RectoCodecs
import RectoCore
import RectoText
import RectoVision

/// The object behind `recto_session`.
final class SessionHandle: ChangingHandle {
    static let name: StaticString = "session"
    let use = ObjectUse()
    let session: ScanSession

    init(_ folder: String) throws(SessionError) { session = try ScanSession(folder: folder) }

    /// Returns the page with the caller's id.
    func page(_ id: Int64) throws(CallFailure) -> ScanSession.SessionPage {
        guard let page = session.pages.first(where: { $0.id.number == id }) else {
            throw .invalid("\(session.folder) has no page \(id)")
        }
        return page
    }
}

/// Runs the body of a call that changes or reads a session, and reports its failure to the caller.
private func call(
    _ session: OpaquePointer?, _ access: Access = .changing, _ body: (SessionHandle, inout CallUses) throws -> Void
) -> recto_status {
    let subject = (try? SessionHandle.at(session))?.session.folder ?? "session"
    return call(on: subject) { uses in
        let session = try SessionHandle.at(session)
        try uses.begin(session, access)
        try body(session, &uses)
    }
}

private func call(
    _ session: OpaquePointer?, _ access: Access = .changing, _ body: (SessionHandle) throws -> Void
) -> recto_status {
    call(session, access) { session, _ in try body(session) }
}

extension recto_recovery {
    fileprivate init(_ recovery: DraftRecovery) {
        self = .empty
        for finding in recovery.findings {
            switch finding {
            case .cutRecord: cut_records += 1
            case .damagedRecord, .senselessRecord: damaged_records += 1
            case .adopted: adopted_pages += 1
            case .unusableOriginal: unusable_pictures += 1
            case .missingOriginal: lost_pages += 1
            }
        }
    }
}

@c @implementation
public func recto_session_open(
    _ folder: UnsafePointer<CChar>!, _ session: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    let subject = folder.flatMap { String(validatingCString: $0) } ?? "folder"
    return call(on: subject) {
        let (folder, session) = (try filePath(folder, "folder"), try required(session, "session"))
        session.pointee = try SessionHandle(folder).retained()
    }
}

@c @implementation
public func recto_session_get_recovery(
    _ session: OpaquePointer!, _ recovery: UnsafeMutablePointer<recto_recovery>!
) -> recto_status {
    call(session, .reading) { try fill(recovery, "recovery", with: recto_recovery($0.session.recovery)) }
}

@c @implementation
public func recto_session_count(_ session: OpaquePointer!, _ count: UnsafeMutablePointer<Int>!) -> recto_status {
    call(session, .reading) { try required(count, "count").pointee = $0.session.pages.count }
}

@c @implementation
public func recto_session_get_page(
    _ session: OpaquePointer!, _ place: Int, _ id: UnsafeMutablePointer<Int64>!,
    _ info: UnsafeMutablePointer<recto_page_info>!
) -> recto_status {
    call(session, .reading) {
        let (pages, id) = ($0.session.pages, try required(id, "id"))
        guard pages.indices.contains(place) else {
            throw CallFailure.invalid("place is \(place), required: below \(pages.count)")
        }
        let page = pages[place]
        if let info {
            try fill(
                info, "info",
                with: recto_page_info(size: page.originalSize, quad: page.quad, renderOptions: page.renderOptions))
        }
        id.pointee = Int64(page.id.number)
    }
}

@c @implementation
public func recto_session_add(
    _ session: OpaquePointer!, _ page: OpaquePointer!, _ id: UnsafeMutablePointer<Int64>!
) -> recto_status {
    call(session) { session, uses in
        let page = try PageHandle.reading(page, &uses)
        let added = try session.session.add(page.page, jpegBytes: page.jpegBytes)
        id?.pointee = Int64(added.number)
    }
}

@c @implementation
public func recto_session_add_file(
    _ session: OpaquePointer!, _ path: UnsafePointer<CChar>!, _ corners: UnsafePointer<recto_quad>!,
    _ renderOptions: UnsafePointer<recto_render_options>!, _ id: UnsafeMutablePointer<Int64>!
) -> recto_status {
    call(session) {
        let (path, quad, renderOptions) = (
            try filePath(path, "path"), try pageCorners(corners), try RenderOptions(renderOptions)
        )
        let added = try $0.session.add(picture: try bytes(ofPicture: path), quad: quad, renderOptions: renderOptions)
        id?.pointee = Int64(added.number)
    }
}

@c @implementation
public func recto_session_retake(_ session: OpaquePointer!, _ id: Int64, _ page: OpaquePointer!) -> recto_status {
    call(session) { session, uses in
        let page = try PageHandle.reading(page, &uses)
        try session.session.retake(try session.page(id).id, with: page.page, jpegBytes: page.jpegBytes)
    }
}

@c @implementation
public func recto_session_retake_file(
    _ session: OpaquePointer!, _ id: Int64, _ path: UnsafePointer<CChar>!, _ corners: UnsafePointer<recto_quad>!
) -> recto_status {
    call(session) {
        let (path, quad) = (try filePath(path, "path"), try pageCorners(corners))
        try $0.session.retake(try $0.page(id).id, withPicture: try bytes(ofPicture: path), quad: quad)
    }
}

@c @implementation
public func recto_session_set_corners(
    _ session: OpaquePointer!, _ id: Int64, _ corners: UnsafePointer<recto_quad>!
) -> recto_status {
    call(session) { try $0.session.adjust(try $0.page(id).id, corners: try pageCorners(corners)) }
}

@c @implementation
public func recto_session_set_filter(_ session: OpaquePointer!, _ id: Int64, _ filter: recto_filter) -> recto_status {
    call(session) { try $0.session.setFilter(try Filter(filter, "filter"), of: try $0.page(id).id) }
}

@c @implementation
public func recto_session_set_flattening(
    _ session: OpaquePointer!, _ id: Int64, _ flattening: recto_flattening
) -> recto_status {
    call(session) {
        try $0.session.setFlattening(try Flattening(flattening, "flattening"), of: try $0.page(id).id)
    }
}

@c @implementation
public func recto_session_set_fills_fingers(
    _ session: OpaquePointer!, _ id: Int64, _ fillsFingers: Int32
) -> recto_status {
    call(session) { try $0.session.setFillsFingers(fillsFingers != 0, of: try $0.page(id).id) }
}

@c @implementation
public func recto_session_rotate(_ session: OpaquePointer!, _ id: Int64, _ degrees: Int32) -> recto_status {
    call(session) {
        try $0.session.rotate(try $0.page(id).id, by: try Rotation(degrees: degrees, "degrees"))
    }
}

@c @implementation
public func recto_session_set_render_options(
    _ session: OpaquePointer!, _ id: Int64, _ renderOptions: UnsafePointer<recto_render_options>!
) -> recto_status {
    call(session) {
        let page = try $0.page(id)
        let renderOptions = try RenderOptions(try required(renderOptions, "options"), over: page.renderOptions)
        try $0.session.setRenderOptions(renderOptions, of: page.id)
    }
}

@c @implementation
public func recto_session_delete(_ session: OpaquePointer!, _ id: Int64) -> recto_status {
    call(session) { try $0.session.delete(try $0.page(id).id) }
}

@c @implementation
public func recto_session_move(_ session: OpaquePointer!, _ id: Int64, _ place: Int) -> recto_status {
    call(session) { try $0.session.move(try $0.page(id).id, to: place) }
}

@c @implementation
public func recto_session_load_page(
    _ session: OpaquePointer!, _ id: Int64, _ page: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    call(session, .reading) {
        let page = try required(page, "page")
        page.pointee = PageHandle(try $0.session.page(try $0.page(id).id)).retained()
    }
}

@c @implementation
public func recto_session_save(_ session: OpaquePointer!, _ path: UnsafePointer<CChar>!) -> recto_status {
    call(session, .reading) {
        let path = try filePath(path, "path")
        _ = try documentFormat(path)
        try $0.session.save(to: path)
    }
}

@c @implementation
public func recto_session_save_document(
    _ session: OpaquePointer!, _ path: UnsafePointer<CChar>!, _ options: UnsafePointer<recto_document_options>!
) -> recto_status {
    call(session, .reading) { session, uses in
        let path = try filePath(path, "path")
        let options = try DocumentOptions(options)
        try options.check(try documentFormat(path), path)
        var texts: [ScanSession.PageID: PageText] = [:]
        let progress = CallProgress(options.control)
        let shareOfReading = options.reader == nil ? 0 : 0.8
        if let reader = options.reader {
            try uses.begin(reader, .changing)
            let pages = session.session.pages
            for (index, page) in pages.enumerated() {
                let shares = [index, index + 1].map { shareOfReading * Double($0) / Double(pages.count) }
                try progress.advance(to: shares[0])
                let picture = try session.session.page(page.id)
                texts[page.id] = try reader.read(picture, progress, shares[0]...shares[1]).text
            }
        }
        try session.session.save(
            to: path, jpeg: options.jpeg, metadata: options.metadata, isArchival: options.isArchival, texts: texts
        ) { share in progress.isEnded(at: shareOfReading + share * (1 - shareOfReading)) }
        if let failure = progress.failure { throw failure }
    }
}

@c @implementation
public func recto_session_discard(_ session: OpaquePointer!) -> recto_status {
    call(session) { try $0.session.discard() }
}

@c @implementation
public func recto_session_free(_ session: OpaquePointer!) { SessionHandle.release(session) }

/// Returns a file's bytes if it starts like a picture.
private func bytes(ofPicture path: String) throws(CallFailure) -> [UInt8] {
    do { return try readPictureFile(path, limit: PictureReader.Limits().fileBytes) } catch {
        throw CallFailure(error, of: path)
    }
}
