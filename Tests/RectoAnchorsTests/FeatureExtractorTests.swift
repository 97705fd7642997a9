import RectoAnchors
import RectoCore
import RectoKernels
import Testing

@Suite struct FeatureExtractorTests {
    private func points(_ image: GrayImage, count: Int = 500) -> Keypoints {
        var points = Keypoints()
        image.withView { FeatureExtractor().extract($0, count: count, into: &points) }
        return points
    }

    @Test func keepsToItsCountAndBorder() throws {
        let image = try DrawnAnchor.image(seed: 1, width: 400, height: 300, shapes: 300)
        let found = points(image)
        #expect(found.count > 200 && found.count <= 500)
        for i in 0..<found.count {
            let margin = Float(FeatureExtractor.border) * found.size[i]
            #expect(found.x[i] >= margin * 0.99 && found.x[i] <= 400 - margin * 0.99)
            #expect(found.y[i] >= margin * 0.99 && found.y[i] <= 300 - margin * 0.99)
        }
    }

    @Test func aTurnedPictureHasTheSamePointsTurned() throws {
        let image = try DrawnAnchor.image(seed: 2, width: 360, height: 360, shapes: 300)
        var turned = GrayImage(size: image.size)
        image.withView { source in
            turned.withMutableView { target in
                for y in 0..<360 {
                    for x in 0..<360 { target.row(x)[359 - y] = source.row(y)[x] }
                }
            }
        }
        let (a, b) = (points(image), points(turned))
        var (pairs, distances) = (0, 0)
        for i in 0..<a.count {
            for j in 0..<b.count where abs(b.x[j] - (360 - a.y[i])) < 1.5 && abs(b.y[j] - a.x[i]) < 1.5 {
                guard a.size[i] == b.size[j] else { continue }
                pairs += 1
                distances += a.distance(i, b, j)
                // A quarter turn clockwise.
                #expect(abs(b.direction[j].cosine + a.direction[i].sine) < 0.3)
                break
            }
        }
        #expect(pairs * 10 > a.count * 8)
        #expect(distances < 25 * pairs)
    }

    @Test func flatAndTinyPicturesHaveNone() throws {
        for (width, height) in [(1, 1), (33, 33), (640, 1), (1, 640), (200, 200)] {
            #expect(points(GrayImage(size: try PixelSize(width: width, height: height))).count == 0)
        }
    }

    @Test func isTheSameEveryTime() throws {
        let image = try DrawnAnchor.image(seed: 3)
        let extractor = FeatureExtractor()
        var (first, second) = (Keypoints(), Keypoints())
        image.withView { extractor.extract($0, count: 300, into: &first) }
        let other = try DrawnAnchor.image(seed: 4, width: 200, height: 100)
        other.withView { extractor.extract($0, count: 300, into: &second) }
        image.withView { extractor.extract($0, count: 300, into: &second) }
        #expect(first.x == second.x && first.bits == second.bits)
    }
}
