import RectoAnchors
import RectoCore
import TestSupport
import Testing

@Suite struct PoseTests {
    private static let anchor = Anchor(name: "sign", size: PixelSize(400, 300), physicalWidth: 0.2)
    private static let camera = CameraIntrinsics(pictureSize: PixelSize(640, 480))

    @Test("the pose that made a homography is found, in metres")
    func thePoseOfAHomographyIsFound() throws {
        var random = SeededGenerator(seed: 51)
        for _ in 0..<300 {
            let truth = Self.pose(&random)
            var estimator = PoseEstimator(Self.anchor, intrinsics: Self.camera)
            let found = try Self.estimate(&estimator, Self.homography(truth))
            #expect(found.error < 1e-6)
            // If both poses fit, either may be found.
            if found.otherError > 0.5 {
                #expect(found.pose.rotation.angle(to: truth.rotation) < 1e-5)
                #expect(Self.distance(found.pose.translation, truth.translation) < 1e-6)
            }
        }
    }

    @Test("half a pixel of noise at the corners leaves 3 % of the distance and 6° of turn at most, mostly much less")
    func noiseMovesThePoseLittle() throws {
        var random = SeededGenerator(seed: 52)
        var (turns, distances): ([Double], [Double]) = ([], [])
        for _ in 0..<200 {
            let truth = Self.pose(&random, tilt: 0.5...0.9)
            var corners = Self.homography(truth).corners(of: Self.anchor.size)
            for i in 0..<4 {
                corners[i].x += Double.random(in: -0.5...0.5, using: &random)
                corners[i].y += Double.random(in: -0.5...0.5, using: &random)
            }
            var estimator = PoseEstimator(Self.anchor, intrinsics: Self.camera)
            let seen = try #require(Homography(from: Quad(Self.anchor.size), to: corners))
            let found = try Self.estimate(&estimator, seen)
            turns.append(found.pose.rotation.angle(to: truth.rotation) * 180 / .pi)
            distances.append(Self.distance(found.pose.translation, truth.translation) / truth.translation.z)
        }
        #expect(turns.sorted()[100] < 0.8)
        #expect(turns.sorted()[180] < 6)
        #expect(distances.sorted()[180] < 0.03)
    }

    @Test("a distant anchor's normal does not flip to and fro where single frames do, and comes to be right")
    func aDistantAnchorsNormalDoesNotFlip() throws {
        var random = SeededGenerator(seed: 53)
        let far = Rotation3(rotationVector: SIMD3(0.35, 0, 0))
        var estimator = PoseEstimator(Self.anchor, intrinsics: Self.camera)
        var (flips, doubtful, lateErrors) = (0, 0, 0)
        var last: Rotation3?
        for frame in 0..<200 {
            // A slow rotation, seen from so far that noise decides between the poses.
            let turn = Rotation3(rotationVector: SIMD3(0, 0, Double(frame) / 200)).composed(after: far)
            let truth = AnchorPose(rotation: turn, translation: SIMD3(0.1, 0, 3.1), intrinsics: Self.camera)
            var corners = Self.homography(truth).corners(of: Self.anchor.size)
            for i in 0..<4 {
                corners[i].x += Double.random(in: -0.5...0.5, using: &random)
                corners[i].y += Double.random(in: -0.5...0.5, using: &random)
            }
            let seen = try #require(Homography(from: Quad(Self.anchor.size), to: corners))
            let found = try Self.estimate(&estimator, seen)
            var alone = PoseEstimator(Self.anchor, intrinsics: Self.camera)
            let single = try Self.estimate(&alone, seen)
            if single.pose.rotation.angle(to: turn) > 0.35 { doubtful += 1 }
            if let last, last.angle(to: found.pose.rotation) > 0.35 { flips += 1 }
            last = found.pose.rotation
            if frame >= 50, found.pose.rotation.angle(to: turn) > 0.35 { lateErrors += 1 }
        }
        // One flip if the first frame was misleading.
        #expect(flips <= 1)
        #expect(doubtful >= 10)
        #expect(lateErrors == 0)
    }

    @Test("points on the anchor are projected to where the homography has them, others before it nearer to the camera")
    func pointsAreProjectedByThePose() throws {
        var random = SeededGenerator(seed: 54)
        let truth = Self.pose(&random, tilt: 0.4...0.6)
        let homography = Self.homography(truth)
        var estimator = PoseEstimator(Self.anchor, intrinsics: Self.camera)
        let pose = try Self.estimate(&estimator, homography).pose
        let corner = try #require(pose.project(SIMD3(-0.1, -0.075, 0)))
        #expect(corner.distance(to: homography.map(Point2D(x: 0, y: 0))) < 1e-4)
        #expect(pose.inCamera(SIMD3(0, 0, -0.05)).z < pose.translation.z)
        #expect(pose.project(SIMD3(0, 0, -100)) == nil)
        #expect(abs(pose.tilt - truth.tilt) < 1e-6)
    }

    @Test("without a physical width lengths are widths of the anchor")
    func lengthsAreWidthsWithoutAPhysicalWidth() throws {
        var random = SeededGenerator(seed: 55)
        let truth = Self.pose(&random, tilt: 0.5...0.6)
        let unknown = Anchor(name: "sign", size: Self.anchor.size)
        var estimator = PoseEstimator(unknown, intrinsics: Self.camera)
        let found = try Self.estimate(&estimator, Self.homography(truth))
        #expect(abs(found.pose.translation.z * 0.2 - truth.translation.z) < 1e-6)
    }

    @Test("what no camera sees has no pose")
    func impossibleViewsHaveNoPose() {
        var estimator = PoseEstimator(Self.anchor, intrinsics: Self.camera)
        for map in [
            Homography(0, 0, 0, 0, 0, 0, 0, 0, 0), Homography(1, 1, 0, 1, 1, 0, 0, 0, 1),
            Homography(.nan, 0, 0, 0, 1, 0, 0, 0, 1), Homography(.infinity, 0, 0, 0, 1, 0, 0, 0, 1),
            Homography(1, 0, 0, 0, 1, 0, -1, -1, 0),
        ] {
            #expect(estimator.estimate(map) == nil)
        }
        #expect(throws: ParameterError.self) {
            try CameraIntrinsics(focalLength: 0, principalX: 1, principalY: 1)
        }
        #expect(throws: ParameterError.self) {
            try CameraIntrinsics(focalLength: 500, principalX: .nan, principalY: 1)
        }
    }

    @Test("rotations and their vectors are each other's inverse, up to half a turn")
    func rotationsAndVectorsAreInverse() {
        var random = SeededGenerator(seed: 56)
        for angle in [0, 1e-9, 1e-5, 0.3, 1.5, 3.1, Double.pi - 1e-7] {
            for _ in 0..<20 {
                let axis = Self.direction(&random)
                let turn = Rotation3(rotationVector: axis * angle)
                let back = Rotation3(rotationVector: turn.rotationVector)
                #expect(turn.angle(to: back) < 1e-6)
                #expect(abs(turn.angle(to: .identity) - angle) < 1e-6)
                let v = Self.direction(&random)
                #expect(Self.distance(turn.inverse.apply(turn.apply(v)), v) < 1e-12)
            }
        }
        let half = Rotation3(rotationVector: SIMD3(0, .pi, 0))
        #expect(abs(abs(half.rotationVector.y) - .pi) < 1e-9)
    }

    @Test("smoothing calms a pose at rest, and follows one in motion")
    func smoothingCalmsAPoseAtRest() {
        var random = SeededGenerator(seed: 57)
        var smoother = PoseSmoother()
        var (raw, smooth) = (0.0, 0.0)
        let rest = Rotation3(rotationVector: SIMD3(0.4, 0, 0))
        for frame in 0..<300 {
            let shaken = Rotation3(rotationVector: Self.direction(&random) * 0.002).composed(after: rest)
            let pose = AnchorPose(rotation: shaken, translation: SIMD3(0, 0, 1), intrinsics: Self.camera)
            let calm = smoother.add(pose, at: Double(frame) / 30)
            guard frame > 60 else { continue }
            raw += shaken.angle(to: rest)
            smooth += calm.rotation.angle(to: rest)
        }
        #expect(smooth < raw / 2)
        // A quarter turn in a second and half a meter to the side, without falling far behind.
        for frame in 0..<30 {
            let turn = Rotation3(rotationVector: SIMD3(0, 0, Double(frame) / 30 * .pi / 2)).composed(after: rest)
            let place = SIMD3<Double>(Double(frame) / 60, 0, 1)
            let pose = AnchorPose(rotation: turn, translation: place, intrinsics: Self.camera)
            let calm = smoother.add(pose, at: 10 + Double(frame) / 30)
            #expect(calm.rotation.angle(to: turn) < 0.1)
            #expect(Self.distance(calm.translation, place) < 0.06)
        }
    }

    // MARK: - Made poses

    private static func estimate(
        _ estimator: inout PoseEstimator, _ homography: Homography
    ) throws -> PoseEstimator.Estimate {
        let found = estimator.estimate(homography)
        return try #require(found)
    }

    private static func direction(_ random: inout SeededGenerator) -> SIMD3<Double> {
        while true {
            let v = SIMD3<Double>(
                .random(in: -1...1, using: &random), .random(in: -1...1, using: &random),
                .random(in: -1...1, using: &random))
            let length = distance(v, SIMD3())
            if 0.1...1 ~= length { return v * (1 / length) }
        }
    }

    private static func distance(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
        let d = a - b
        return (d.x * d.x + d.y * d.y + d.z * d.z).squareRoot()
    }

    /// An anchor in front of the camera, rotated at random about its normal and tilted by some radians.
    private static func pose(_ random: inout SeededGenerator, tilt: ClosedRange<Double> = 0...1.1) -> AnchorPose {
        let about = Double.random(in: 0...6.2, using: &random)
        let roll = Rotation3(rotationVector: SIMD3(0, 0, about))
        let axis = Rotation3(rotationVector: SIMD3(0, 0, Double.random(in: 0...6.2, using: &random)))
            .apply(SIMD3(1, 0, 0))
        let tilted = Rotation3(rotationVector: axis * Double.random(in: tilt, using: &random))
        let z = Double.random(in: 0.35...0.9, using: &random)
        let (x, y) = (Double.random(in: -0.25...0.25, using: &random), Double.random(in: -0.2...0.2, using: &random))
        let place = SIMD3<Double>(x * z, y * z, z)
        return AnchorPose(rotation: tilted.composed(after: roll), translation: place, intrinsics: camera)
    }

    /// Homography from the anchor's pixels to the frame's.
    private static func homography(_ pose: AnchorPose) -> Homography {
        let unit = 0.2 / 400
        let f = pose.intrinsics.focalLength
        func column(_ v: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(f * v.x + pose.intrinsics.principalX * v.z, f * v.y + pose.intrinsics.principalY * v.z, v.z)
        }
        let (x, y, t) = (column(pose.rotation.x * unit), column(pose.rotation.y * unit), column(pose.translation))
        let toMiddle = Homography(1, 0, -200, 0, 1, -150, 0, 0, 1)
        return Homography(x.x, y.x, t.x, x.y, y.y, t.y, x.z, y.z, t.z).composed(after: toMiddle).normalised
    }
}
