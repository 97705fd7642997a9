import CRecto
import RectoAnchors
import RectoCore

extension recto_sighting {
    init(_ match: AnchorMatch, pose: AnchorPose?, in anchors: AnchorsHandle) {
        self.init(match.index, match.homography, match.corners, pose, anchors)
        state = RECTO_SIGHTING_SEEN
        is_new = 1
        inliers = UInt32(match.inliers)
        visible = UInt32(match.visible)
    }

    init(_ sighting: AnchorScanner.Sighting, isNew: Bool, in anchors: AnchorsHandle) {
        self.init(sighting.index, sighting.homography, sighting.corners, sighting.pose, anchors)
        switch sighting.state {
        case .seen: state = RECTO_SIGHTING_SEEN
        case .missed: state = RECTO_SIGHTING_MISSED
        case .lost: state = RECTO_SIGHTING_LOST
        }
        is_new = isNew ? 1 : 0
        inliers = UInt32(sighting.confirmed)
        visible = UInt32(sighting.visible)
    }

    private init(_ index: Int, _ h: Homography, _ quad: Quad, _ pose: AnchorPose?, _ anchors: AnchorsHandle) {
        self = .empty
        anchor_index = index
        anchor_name = anchors.name(index)
        homography = (h.a, h.b, h.c, h.d, h.e, h.f, h.g, h.h, h.i)
        corners = quad.inC
        guard let pose else { return }
        has_pose = 1
        let (x, y, z) = (pose.rotation.x, pose.rotation.y, pose.rotation.z)
        rotation = (x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z)
        translation = (pose.translation.x, pose.translation.y, pose.translation.z)
    }
}
