import Foundation
import RectoCore

/// ICC profiles of version 2, with three colorants or none and one gamma, and the colors they represent.
struct TestProfile: CustomStringConvertible, Sendable {
    let description: String
    /// Rows are X, Y and Z of red, green and blue, adapted to D50; `nil` for gray.
    private let colorants: [[Double]]?
    private let gamma: Double

    static let adobeRGB = TestProfile(
        description: "Adobe RGB",
        colorants: [[0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457]],
        gamma: 2.199_218_75)
    static let displayP3 = TestProfile(
        description: "Display P3 with gamma 2.2",
        colorants: [[0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407]],
        gamma: 2.199_218_75)
    static let gray18 = TestProfile(description: "gray with gamma 1.8", colorants: nil, gamma: 1.8)

    private static let sRGB = [
        [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410],
    ]

    /// The values that represent an sRGB color.
    func values(of color: [UInt8]) -> [UInt8] {
        let light = color.map { Self.light(Double($0) / 255) }
        guard let colorants else { return light.map { Self.byte(pow($0, 1 / gamma)) } }
        let xyz = (0..<3).map { axis in (0..<3).reduce(0) { $0 + light[$1] * Self.sRGB[$1][axis] } }
        return Self.solve(colorants, xyz).map { Self.byte(pow(min(max($0, 0), 1), 1 / gamma)) }
    }

    private static func byte(_ value: Double) -> UInt8 { UInt8((value * 255).rounded()) }

    private static func light(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    /// Cramer's rule.
    private static func solve(_ columns: [[Double]], _ target: [Double]) -> [Double] {
        func determinant(_ m: [[Double]]) -> Double {
            m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
                + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
        }
        return (0..<3).map { index in
            var replaced = columns
            replaced[index] = target
            return determinant(replaced) / determinant(columns)
        }
    }

    // MARK: The profile

    var bytes: [UInt8] {
        let curve = Self.tag("curv", Self.long(1) + Self.short(Int((gamma * 256).rounded())) + [0, 0])
        var tags = [("wtpt", Self.xyz([0.9642, 1, 0.8249]))]
        if let colorants {
            tags += zip(["rXYZ", "gXYZ", "bXYZ"], colorants).map { ($0, Self.xyz($1)) }
            tags += ["rTRC", "gTRC", "bTRC"].map { ($0, curve) }
        } else {
            tags.append(("kTRC", curve))
        }
        var table = Self.long(tags.count)
        var data: [UInt8] = []
        let start = 128 + 4 + 12 * tags.count
        for (name, tag) in tags {
            table += Array(name.utf8) + Self.long(start + data.count) + Self.long(tag.count)
            data += tag
        }
        let count = start + data.count
        let header =
            Self.long(count) + [0, 0, 0, 0, 2, 0x20, 0, 0] + Array("mntr\(colorants == nil ? "GRAY" : "RGB ")XYZ ".utf8)
            + [UInt8](repeating: 0, count: 12) + Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
            + Self.fixed(0.9642) + Self.fixed(1) + Self.fixed(0.8249)
        return header + [UInt8](repeating: 0, count: 128 - header.count) + table + data
    }

    private static func tag(_ name: String, _ data: [UInt8]) -> [UInt8] { Array(name.utf8) + long(0) + data }
    private static func xyz(_ values: [Double]) -> [UInt8] { tag("XYZ ", values.flatMap(fixed)) }
    private static func fixed(_ value: Double) -> [UInt8] { long(Int((value * 65_536).rounded())) }
    private static func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
    private static func long(_ value: Int) -> [UInt8] { short(value >> 16) + short(value) }
}

extension TestFiles {
    /// A JPEG file with a profile behind its first marker.
    static func inserting(profile: [UInt8], intoJPEG file: [UInt8]) -> [UInt8] {
        let payload = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
        let length = payload.count + 2
        return file[..<2] + [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)] + payload + file[2...]
    }

    /// A PNG file with a profile.
    static func inserting(profile: [UInt8], intoPNG file: [UInt8]) -> [UInt8] {
        inserting("iCCP", Array("test".utf8) + [0, 0] + compressed(profile), before: "IDAT", intoPNG: file)
    }
}
