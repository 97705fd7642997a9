import RectoKernels
import Testing

/// Blurs and gradients.
@Suite struct FilterTests {
    typealias Blur = (PlaneView<UInt8>, MutablePlaneView<UInt8>) -> Void
    typealias Gradient = (PlaneView<UInt8>, MutablePlaneView<Int16>, MutablePlaneView<Int16>) -> Void

    private func expectReferenceBlurs(_ kernel: Blur, _ reference: Blur) {
        for shape in Shape.filled {
            let (w, h) = (shape.width, shape.height)
            let source: GuardedRows<UInt8> = rows(w, h, shape)
            source.fillWithNoise(seed: w)
            expectMatchesReference(shape.description, target: { [rows(w, h, shape) as GuardedRows<UInt8>] }) {
                reference(source.plane(w, h), $0[0].target(w, h))
            } kernel: {
                kernel(source.plane(w, h), $0[0].target(w, h))
            }
        }
    }

    private func expectReferenceGradients(_ kernel: Gradient, _ reference: Gradient) {
        for shape in Shape.filled {
            let (w, h) = (shape.width, shape.height)
            let source: GuardedRows<UInt8> = rows(w, h, shape)
            source.fillWithNoise(seed: w)
            expectMatchesReference(
                shape.description, target: { [rows(w, h, shape), rows(w, h, shape)] as [GuardedRows<Int16>] }
            ) {
                reference(source.plane(w, h), $0[0].target(w, h), $0[1].target(w, h))
            } kernel: {
                kernel(source.plane(w, h), $0[0].target(w, h), $0[1].target(w, h))
            }
        }
    }

    @Test func binomial3x3MatchesItsReference() { expectReferenceBlurs(binomial3x3, Reference.binomial3x3) }
    @Test func binomial5x5MatchesItsReference() { expectReferenceBlurs(binomial5x5, Reference.binomial5x5) }
    @Test func scharr3x3MatchesItsReference() { expectReferenceGradients(scharr3x3, Reference.scharr3x3) }
    @Test func sobel3x3MatchesItsReference() { expectReferenceGradients(sobel3x3, Reference.sobel3x3) }

    @Test func pointsSpreadAsTheBinomials() {
        let source = GuardedRows<UInt8>(width: 7, height: 7)
        source.fill { x, y in x == 3 && y == 3 ? 255 : 0 }
        let target = GuardedRows<UInt8>(width: 7, height: 7)
        binomial3x3(source.plane(7, 7), into: target.target(7, 7))
        #expect(target.rows[3] == [0, 0, 32, 64, 32, 0, 0])
        #expect(target.rows[2] == [0, 0, 16, 32, 16, 0, 0])
        binomial5x5(source.plane(7, 7), into: target.target(7, 7))
        #expect(target.rows[3] == [0, 6, 24, 36, 24, 6, 0])
        #expect(target.rows[1] == [0, 1, 4, 6, 4, 1, 0])
    }

    @Test(arguments: [0, 77, 255]) func constantPicturesStayAsTheyAre(value: UInt8) {
        let source = GuardedRows<UInt8>(width: 75, height: 20)
        source.fill { _, _ in value }
        let target = GuardedRows<UInt8>(width: 75, height: 20)
        let blurs: [Blur] = [binomial3x3, binomial5x5]
        for blur in blurs {
            blur(source.plane(75, 20), target.target(75, 20))
            #expect(target.rows == source.rows)
        }
        let dx = GuardedRows<Int16>(width: 75, height: 20)
        let dy = GuardedRows<Int16>(width: 75, height: 20)
        let gradients: [Gradient] = [scharr3x3, sobel3x3]
        for gradient in gradients {
            gradient(source.plane(75, 20), dx.target(75, 20), dy.target(75, 20))
            #expect((dx.rows + dy.rows).allSatisfy { $0.allSatisfy { $0 == 0 } })
        }
    }

    @Test func rampsHaveTheirSlope() {
        let source = GuardedRows<UInt8>(width: 40, height: 20)
        source.fill { x, y in UInt8(3 * x + 5 * y) }
        let dx = GuardedRows<Int16>(width: 40, height: 20)
        let dy = GuardedRows<Int16>(width: 40, height: 20)
        sobel3x3(source.plane(40, 20), dx: dx.target(40, 20), dy: dy.target(40, 20))
        #expect(dx[20, 10] == 8 * 3)
        #expect(dy[20, 10] == 8 * 5)
        // At a replicated border one of the two steps is missing.
        #expect(dx[0, 10] == 4 * 3)
        #expect(dy[20, 19] == 4 * 5)
        scharr3x3(source.plane(40, 20), dx: dx.target(40, 20), dy: dy.target(40, 20))
        #expect(dx[20, 10] == 32 * 3)
        #expect(dy[20, 10] == 32 * 5)
    }
}
