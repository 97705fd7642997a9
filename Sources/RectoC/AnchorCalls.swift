public import CRecto
import Recto
import RectoAnchors
import RectoCapture
import RectoCodecs
import RectoCore

/// The object behind `recto_anchors`.
final class AnchorsHandle: Handle, Sendable {
    static let name: StaticString = "anchors"
    let database: AnchorDatabase
    /// The anchors' names as C strings.
    private let names: KeptTexts

    init(_ database: AnchorDatabase) {
        self.database = database
        names = KeptTexts(database.anchors.map(\.name))
    }

    func anchor(_ index: Int) throws(CallFailure) -> recto_anchor {
        let anchors = database.anchors
        guard anchors.indices.contains(index) else {
            throw .invalid("index is \(index), required: below \(anchors.count)")
        }
        var anchor = recto_anchor.empty
        anchor.name = name(index)
        anchor.width = UInt32(anchors[index].size.width)
        anchor.height = UInt32(anchors[index].size.height)
        anchor.physical_width = anchors[index].physicalWidth ?? 0
        return anchor
    }

    func name(_ index: Int) -> UnsafePointer<CChar> { names[index] }
}

/// C strings with stable addresses for the lifetime of this object.
private final class KeptTexts: @unchecked Sendable {
    // SAFETY: written once in the initializer and only read afterwards.
    private let texts: [UnsafeMutableBufferPointer<CChar>]

    init(_ texts: [String]) {
        self.texts = texts.map { text in
            let bytes = text.utf8CString
            let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
            _ = copy.initialize(from: bytes)
            return copy
        }
    }

    deinit { for text in texts { text.deallocate() } }

    subscript(index: Int) -> UnsafePointer<CChar> {
        guard let start = texts[index].baseAddress else { preconditionFailure("a text ends with a zero byte") }
        return UnsafePointer(start)
    }
}

/// A picture that the caller wants to recognize.
private struct NewAnchor {
    var name: String
    var image: GrayImage
    var width: Double?

    init(_ pointer: UnsafePointer<recto_anchor_picture>?, _ memory: FrameMemory) throws {
        let given = try read(pointer, "pictures[i]")
        let name = try text(given.name, "pictures[i]->name")
        self.name = name
        width = given.physical_width == 0 ? nil : given.physical_width
        if let frame = given.frame {
            do {
                image = try LentFrame(frame, memory).withView(memory) { Picture.Pixels(copying: $0).gray }
            } catch {
                throw CallFailure(error, of: name)
            }
        } else {
            let path = try filePath(given.path, "pictures[i]->frame and ->path")
            do { image = try PictureReader(layout: .gray).read(path: path).gray } catch {
                throw CallFailure(error, of: path)
            }
        }
    }
}

@c @implementation
public func recto_anchors_build(
    _ pictures: UnsafePointer<UnsafePointer<recto_anchor_picture>?>!, _ count: Int,
    _ anchors: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    recto_anchors_build_with(pictures, count, nil, anchors)
}

@c @implementation
public func recto_anchors_build_with(
    _ pictures: UnsafePointer<UnsafePointer<recto_anchor_picture>?>!, _ count: Int,
    _ control: UnsafePointer<recto_control>!, _ anchors: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    call(on: "anchors") {
        let (pictures, anchors) = (try required(pictures, "pictures"), try required(anchors, "anchors"))
        guard 1...AnchorDatabase.maximumCount ~= count else { throw AnchorDatabaseError.count(count) }
        let progress = CallProgress(try CallControl(control))
        let memory = FrameMemory()
        var new: [NewAnchor] = []
        for index in 0..<count {
            try progress.advance(to: readingShare * Double(index) / Double(count))
            new.append(try NewAnchor(pictures[index], memory))
        }
        do {
            let database = try AnchorDatabase.build(
                images: new.map(\.image), names: new.map(\.name), physicalWidths: new.map(\.width)
            ) { progress.isEnded(at: readingShare + (1 - readingShare) * $0) }
            anchors.pointee = AnchorsHandle(database).retained()
        } catch {
            if let failure = progress.failure { throw failure }
            throw error
        }
    }
}

/// The share of reading pictures in the work of preparing anchors.
private let readingShare = 0.2

@c @implementation
public func recto_anchors_open(
    _ path: UnsafePointer<CChar>!, _ anchors: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    let subject = path.flatMap { String(validatingCString: $0) } ?? "path"
    return call(on: subject) {
        let (path, anchors) = (try filePath(path, "path"), try required(anchors, "anchors"))
        anchors.pointee = AnchorsHandle(try AnchorDatabase(contentsOfFile: path)).retained()
    }
}

@c @implementation
public func recto_anchors_write(_ anchors: OpaquePointer!, _ path: UnsafePointer<CChar>!) -> recto_status {
    let subject = path.flatMap { String(validatingCString: $0) } ?? "path"
    return call(on: subject) {
        let (anchors, path) = (try AnchorsHandle.at(anchors), try filePath(path, "path"))
        let file = try AtomicFile(path: path)
        try anchors.database.withBytes { (bytes) throws(OutputError) in try file.write(bytes) }
        try file.commit()
    }
}

@c @implementation
public func recto_anchors_count(_ anchors: OpaquePointer!, _ count: UnsafeMutablePointer<Int>!) -> recto_status {
    call {
        let (anchors, count) = (try AnchorsHandle.at(anchors), try required(count, "count"))
        count.pointee = anchors.database.anchors.count
    }
}

@c @implementation
public func recto_anchors_get(
    _ anchors: OpaquePointer!, _ index: Int, _ anchor: UnsafeMutablePointer<recto_anchor>!
) -> recto_status {
    call { try fill(anchor, "anchor", with: try AnchorsHandle.at(anchors).anchor(index)) }
}

@c @implementation
public func recto_anchors_free(_ anchors: OpaquePointer!) { AnchorsHandle.release(anchors) }
