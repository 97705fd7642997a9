public import CRecto
import Recto
import RectoAnchors
import RectoCapture
import RectoCodecs
import RectoCore

/// The object behind `recto_anchor_matcher`.
final class AnchorMatcherHandle: ChangingHandle {
    static let name: StaticString = "matcher"
    let use = ObjectUse()
    private let anchors: AnchorsHandle
    private let options: AnchorOptions
    private var matcher: AnchorMatcher
    var files = FileReader(.gray)
    /// For files.
    var control = CallControl()
    let memory = FrameMemory()
    /// The sightings in the last picture.
    private var sightings: [recto_sighting] = []

    init(_ anchors: AnchorsHandle, _ options: AnchorOptions) throws(ParameterError) {
        self.anchors = anchors
        self.options = options
        matcher = try AnchorMatcher(anchors.database, options.scanning.matching)
    }

    /// - Returns: The number of anchors.
    func match(_ frame: LentFrame) throws -> Int {
        sightings.removeAll(keepingCapacity: true)
        return match(try frame.withView(memory) { Picture.Pixels(copying: $0).gray }, nil)
    }

    func match(path: String) throws -> Int {
        sightings.removeAll(keepingCapacity: true)
        let progress = CallProgress(control)
        try progress.advance(to: 0)
        let picture = try files.picture(path: path)
        try progress.advance(to: 0.5)
        return match(picture.gray, picture.focalLength)
    }

    private func match(_ picture: GrayImage, _ stated: FocalLength?) -> Int {
        let camera = CameraIntrinsics(pictureSize: picture.size, focalLength: options.focalLength ?? stated)
        sightings = picture.withView { matcher.match($0) }.map { match in
            var estimator = PoseEstimator(match.anchor, intrinsics: camera)
            return recto_sighting(match, pose: estimator.estimate(match.homography)?.pose, in: anchors)
        }
        return sightings.count
    }

    func sighting(_ index: Int) throws(CallFailure) -> recto_sighting {
        guard sightings.indices.contains(index) else {
            throw .invalid("index is \(index), required: below \(sightings.count)")
        }
        return sightings[index]
    }
}

@c @implementation
public func recto_anchor_matcher_new(
    _ anchors: OpaquePointer!, _ options: UnsafePointer<recto_anchor_options>!,
    _ matcher: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    call {
        let (anchors, matcher) = (try AnchorsHandle.at(anchors), try required(matcher, "matcher"))
        matcher.pointee = try AnchorMatcherHandle(anchors, try AnchorOptions(options)).retained()
    }
}

@c @implementation
public func recto_anchor_matcher_match(
    _ matcher: OpaquePointer!, _ frame: UnsafePointer<recto_frame>!, _ count: UnsafeMutablePointer<Int>!
) -> recto_status {
    call { uses in
        let (matcher, count) = (try AnchorMatcherHandle.changing(matcher, &uses), try required(count, "count"))
        count.pointee = try matcher.match(try LentFrame(frame, matcher.memory))
    }
}

@c @implementation
public func recto_anchor_matcher_match_file(
    _ matcher: OpaquePointer!, _ path: UnsafePointer<CChar>!, _ count: UnsafeMutablePointer<Int>!
) -> recto_status {
    let subject = path.flatMap { String(validatingCString: $0) } ?? "path"
    return call(on: subject) { uses in
        let (matcher, count) = (try AnchorMatcherHandle.changing(matcher, &uses), try required(count, "count"))
        count.pointee = try matcher.match(path: try filePath(path, "path"))
    }
}

@c @implementation
public func recto_anchor_matcher_get(
    _ matcher: OpaquePointer!, _ index: Int, _ sighting: UnsafeMutablePointer<recto_sighting>!
) -> recto_status {
    call { uses in try fill(sighting, "sighting", with: try AnchorMatcherHandle.reading(matcher, &uses).sighting(index))
    }
}

@c @implementation
public func recto_anchor_matcher_free(_ matcher: OpaquePointer!) { AnchorMatcherHandle.release(matcher) }
