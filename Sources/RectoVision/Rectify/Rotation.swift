package import RectoCore
import RectoKernels

/// A rotation by quarter turns, clockwise.
public enum Rotation: Int, Hashable, Codable, Sendable, CaseIterable {
    case none = 0
    case clockwise90 = 90
    case half = 180
    case clockwise270 = 270

    /// Quarter turns clockwise, 0…3.
    public var quarterTurns: Int { rawValue / 90 }

    /// Both rotations, one after the other.
    public static func + (a: Rotation, b: Rotation) -> Rotation {
        switch (a.quarterTurns + b.quarterTurns) % 4 {
        case 1: .clockwise90
        case 2: .half
        case 3: .clockwise270
        default: .none
        }
    }
}

extension Image {
    /// The image rotated clockwise by quarter turns.
    ///
    /// - Precondition: Pixels are whole bytes.
    package func turned(quarterTurns: Int) -> Image {
        precondition(Layout.bitsPerPixel % 8 == 0, "pixels of whole bytes")
        let turns = ((quarterTurns % 4) + 4) % 4
        guard turns > 0 else { return self }
        var result = Image(size: turns == 2 ? size : size.transposed)
        let channels = Layout.bitsPerPixel / 8
        let turn = turns == 1 ? rotate90 : turns == 2 ? rotate180 : rotate270
        withView { source in
            result.withMutableView { target in
                // SAFETY: the target has the turned size, as the kernels require.
                turn(source.plane, channels, target.plane)
            }
        }
        return result
    }
}
