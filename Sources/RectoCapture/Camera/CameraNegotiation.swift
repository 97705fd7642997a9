import Glibc
import RectoCore

/// Negotiates the stream format with a driver.
///
/// Every listed format, size and rate is rated, and the best one is set. The format that the driver then reports
/// counts, because it may differ. If it is unusable, the next best one is tried.
package struct CameraNegotiation {
    package let request: CameraRequest

    package init(request: CameraRequest) { self.request = request }

    /// A format that can be requested.
    package struct Candidate: Hashable {
        package var fourcc: FourCC
        package var width: Int
        package var height: Int
        /// The rate closest to the requested one; `nil` if the driver lists none.
        package var framesPerSecond: Double?

        package init(fourcc: FourCC, width: Int, height: Int, framesPerSecond: Double?) {
            self.fourcc = fourcc
            self.width = width
            self.height = height
            self.framesPerSecond = framesPerSecond
        }
    }

    /// The negotiated format.
    struct Agreement {
        var format: CameraFormat
        var shape: FrameShape
        /// The size of a whole frame in each plane in bytes; unknown for JPEG.
        var lumaByteCount: Int
        var chromaByteCount: Int
    }

    enum Failure: Error {
        case device(DeviceFault)
        /// The camera has no supported format, but only the given ones.
        case noUsableFormat([String])
    }

    func agree(with device: any VideoDevice) throws(Failure) -> Agreement {
        let listed = try calling { () throws(DeviceFault) in try device.formats() }
        for candidate in candidates(of: device, listed) {
            let layout = try calling { () throws(DeviceFault) in try setFormat(candidate, on: device) }
            guard let layout, var agreement = usable(layout) else { continue }
            let rate = candidate.framesPerSecond ?? request.framesPerSecond
            agreement.format = CameraFormat(
                fourcc: layout.fourcc, encoding: agreement.shape.encoding, size: agreement.shape.size,
                framesPerSecond: try calling { () throws(DeviceFault) in try device.setRate(rate) },
                range: agreement.shape.range)
            return agreement
        }
        throw .noUsableFormat(listed.map(\.fourcc.description))
    }

    private func calling<Result>(_ call: () throws(DeviceFault) -> Result) throws(Failure) -> Result {
        do throws(DeviceFault) { return try call() } catch { throw .device(error) }
    }

    /// Sets a format. A driver rejects unsupported ones with `EINVAL`; all other errors are thrown.
    private func setFormat(_ candidate: Candidate, on device: any VideoDevice) throws(DeviceFault) -> DeviceLayout? {
        do throws(DeviceFault) {
            return try device.setFormat(candidate.fourcc, width: candidate.width, height: candidate.height)
        } catch {
            if error.code == EINVAL { return nil }
            throw error
        }
    }

    /// Returns all formats that can be requested, best first.
    package func candidates(of device: any VideoDevice, _ listed: [DeviceFormat]) -> [Candidate] {
        var fourccs: [FourCC] = []
        for fourcc in listed.map(\.fourcc) where isRequested(fourcc) && !fourccs.contains(fourcc) {
            fourccs.append(fourcc)
        }
        // Drivers may support more than they list.
        if fourccs.isEmpty, let encoding = request.encoding { fourccs = Self.fourccs(of: encoding) }
        return fourccs.flatMap { candidates($0, device) }
            .map { ($0, cost(of: $0)) }
            .sorted { $0.1 < $1.1 }
            .map(\.0)
    }

    private func candidates(_ fourcc: FourCC, _ device: any VideoDevice) -> [Candidate] {
        let sizes = device.sizes(of: fourcc)
        let nearest = sizes.map { $0.nearest(to: (request.width, request.height)) }
        return (nearest.isEmpty ? [(request.width, request.height)] : nearest).map { width, height in
            let rates = device.rates(of: fourcc, width: width, height: height)
                .map { min(max(request.framesPerSecond, $0.lowerBound), $0.upperBound) }
            let rate = rates.min { abs($0 - request.framesPerSecond) < abs($1 - request.framesPerSecond) }
            return Candidate(fourcc: fourcc, width: width, height: height, framesPerSecond: rate)
        }
    }

    private func isRequested(_ fourcc: FourCC) -> Bool {
        guard let encoding = fourcc.encoding else { return false }
        return request.encoding.map { $0 == encoding } ?? true
    }

    private static func fourccs(of encoding: FrameEncoding) -> [FourCC] {
        switch encoding {
        case .gray: [.gray]
        case .yuyv: [.yuyv]
        case .uyvy: [.uyvy]
        case .nv12: [.nv12, .nv12InTwo]
        case .jpeg: [.motionJPEG, .jpeg]
        case .rgb: []
        }
    }

    /// Returns the distance of a candidate from the request: factors of two in area, in rate if it is too low, and in
    /// proportions, plus a fraction for decoding cost and missing color.
    package func cost(of candidate: Candidate) -> Double {
        let area = Double(candidate.width) * Double(candidate.height) / Double(request.width * request.height)
        let proportions =
            Double(candidate.width) / Double(max(candidate.height, 1)) * Double(request.height) / Double(request.width)
        let rate = candidate.framesPerSecond.map { max(1, request.framesPerSecond / max($0, 0.01)) } ?? 1
        return abs(log2(max(area, 1e-9))) + 0.25 * abs(log2(max(proportions, 1e-9))) + log2(rate)
            + Self.cost(of: candidate.fourcc.encoding)
    }

    private static func cost(of encoding: FrameEncoding?) -> Double {
        switch encoding {
        case .nv12: 0
        case .yuyv: 0.02
        case .uyvy: 0.03
        case .jpeg: 0.2
        case .gray: 0.4
        case .rgb, nil: 10
        }
    }

    /// Returns the format set by the driver if its frames can be read.
    private func usable(_ layout: DeviceLayout) -> Agreement? {
        guard isRequested(layout.fourcc), let encoding = layout.fourcc.encoding, let first = layout.planes.first,
            let size = try? PixelSize(width: layout.width, height: layout.height)
        else { return nil }
        let packed = FrameShape(packed: encoding, size)
        var shape = packed
        // Some drivers report a stride of 0, for compressed or for all formats.
        if encoding != .jpeg && first.stride > 0 { shape.stride = first.stride }
        shape.range = layout.isFullRange || encoding == .gray ? .full : .limited
        let isInTwo = layout.fourcc == .nv12InTwo
        if encoding == .nv12 {
            shape.chromaStride =
                isInTwo && layout.planes.count > 1 && layout.planes[1].stride > 0
                ? layout.planes[1].stride : shape.stride
        }
        guard shape.stride >= packed.stride, shape.chromaStride >= packed.chromaStride,
            isInTwo == (layout.planes.count > 1), shape.stride <= 1 << 24, shape.chromaStride <= 1 << 24
        else { return nil }
        return Agreement(
            format: CameraFormat(
                fourcc: layout.fourcc, encoding: encoding, size: size, framesPerSecond: nil, range: shape.range),
            shape: shape, lumaByteCount: isInTwo ? shape.lumaByteCount : shape.byteCount,
            chromaByteCount: isInTwo ? shape.chromaByteCount : 0)
    }
}
