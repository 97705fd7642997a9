import RectoCore

/// A sheet on the desk and a camera that sees it, chosen at random under the scene's rules.
struct Viewpoint {
    var sheet: Sheet
    var camera: PinholeCamera
    /// The camera's pose.
    let pose: CameraPose

    var tilt: Double { pose.tilt }

    /// - Parameters:
    ///   - wantsPartial: Whether corners may leave the frame; otherwise all are inside.
    init(_ generator: inout SeededGenerator, size: PixelSize, sheet template: Sheet, wantsPartial: Bool) {
        let focal = Double(size.longSide) * generator.uniform(0.7, 1.4)
        let upright = generator.chance(0.8)
        var angle = upright ? max(-0.44, min(0.44, generator.normal() * 0.16)) : generator.uniform(-.pi, .pi)
        // If page and frame differ in orientation, the phone is often rotated.
        if (template.width < template.height) != (size.width < size.height), generator.chance(0.3) {
            angle += generator.chance(0.5) ? .pi / 2 : -.pi / 2
        }
        var tilt = min(0.78, abs(generator.normal()) * 0.3)
        let azimuth = generator.chance(0.65) ? generator.normal() * 0.35 : generator.uniform(-.pi, .pi)
        let roll = generator.normal() * 0.03
        // Side of a square with the page's area, as a share of the frame's.
        var share = generator.uniform(0.24, 0.98)
        let place = Point2D(x: generator.uniform(-0.5, 0.5), y: generator.uniform(-0.5, 0.5))
        let overshoot = Point2D(x: generator.uniform(-0.3, 0.3), y: generator.uniform(-0.3, 0.3))
        var sheet = Sheet(width: template.width, height: template.height, center: Point2D(x: 0, y: 0), angle: angle)
        sheet.curl = template.curl
        sheet.thickness = template.thickness
        sheet.cornerRadius = template.cornerRadius
        sheet.dogEar = template.dogEar
        for attempt in 0..<60 {
            let search = Search(
                size: size, focal: focal, tilt: tilt, azimuth: azimuth, roll: roll, sheet: sheet, share: share)
            if let camera = search.camera(place: place, overshoot: wantsPartial ? overshoot : nil) {
                self.sheet = sheet
                self.camera = camera
                pose = CameraPose(of: camera, tilt: tilt, azimuth: azimuth, roll: roll)
                return
            }
            share *= 0.95
            if attempt > 20 { tilt *= 0.9 }
        }
        // Straight from above and from far away everything fits.
        let distance = focal * max(sheet.width, sheet.height) * 3 / Double(size.shortSide)
        guard
            let camera = PinholeCamera(
                size: size, focal: focal, target: sheet.center, distance: distance, tilt: 0, azimuth: 0, roll: 0)
        else { preconditionFailure("a camera above the desk looks down on it") }
        self.sheet = sheet
        self.camera = camera
        pose = CameraPose(of: camera, tilt: 0, azimuth: 0, roll: 0)
    }

    /// One attempt at a target and distance that give the sheet a certain size and place in the frame.
    private struct Search {
        let size: PixelSize
        let focal: Double
        let tilt: Double
        let azimuth: Double
        let roll: Double
        let sheet: Sheet
        let share: Double

        func camera(place: Point2D, overshoot: Point2D?) -> PinholeCamera? {
            let frame = Point2D(x: Double(size.width), y: Double(size.height))
            let wantedArea = share * share * frame.x * frame.y
            var target = sheet.center
            var distance = focal * (sheet.width * sheet.height / wantedArea).squareRoot()
            var wanted = frame * 0.5
            var found: PinholeCamera?
            for round in 0..<10 {
                guard
                    let camera = PinholeCamera(
                        size: size, focal: focal, target: target, distance: distance, tilt: tilt, azimuth: azimuth,
                        roll: roll)
                else { return nil }
                found = camera
                let quad = sheet.quad(camera)
                guard quad.isConvexClockwise else { return nil }
                let (low, high) = bounds(quad)
                let box = high - low
                if let overshoot {
                    wanted = Point2D(
                        x: frame.x / 2 + overshoot.x * (frame.x + box.x) * 0.6,
                        y: frame.y / 2 + overshoot.y * (frame.y + box.y) * 0.6)
                } else if round >= 3 {
                    let slack = Point2D(x: max(0, frame.x * 0.97 - box.x), y: max(0, frame.y * 0.97 - box.y))
                    wanted = frame * 0.5 + Point2D(x: place.x * slack.x, y: place.y * slack.y)
                }
                distance *= (quad.area / wantedArea).squareRoot()
                let middle = (low + high) * 0.5
                let shift = camera.pictureToDesk.map(middle) - camera.pictureToDesk.map(wanted)
                guard shift.isFinite else { return nil }
                target = target + shift
            }
            guard let found else { return nil }
            let quad = sheet.quad(found)
            guard quad.isConvexClockwise, smallestAngleIsFair(quad) else { return nil }
            let (low, high) = bounds(quad)
            if overshoot == nil {
                let inside = low.x > 2 && low.y > 2 && high.x < frame.x - 2 && high.y < frame.y - 2
                return inside ? found : nil
            }
            let overlap = Quad(size).intersectionOverUnion(with: quad)
            let visible = overlap * (quad.area + frame.x * frame.y) / (1 + overlap) / quad.area
            return visible > 0.55 ? found : nil
        }

        private func bounds(_ quad: Quad) -> (low: Point2D, high: Point2D) {
            let xs = quad.corners.map(\.x)
            let ys = quad.corners.map(\.y)
            return (Point2D(x: xs.min() ?? 0, y: ys.min() ?? 0), Point2D(x: xs.max() ?? 0, y: ys.max() ?? 0))
        }

        /// Whether no side is so short that nobody would take such a picture.
        private func smallestAngleIsFair(_ quad: Quad) -> Bool {
            let sides = quad.sideLengths
            return (sides.min() ?? 0) > 0.12 * (sides.max() ?? 0) && (sides.min() ?? 0) > 8
        }
    }
}
