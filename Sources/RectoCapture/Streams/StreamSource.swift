import RectoCore

/// Frames of an MJPEG or Y4M file, or of standard input. The first bytes determine the format.
public struct StreamSource: FrameSource {
    /// The origin of the bytes.
    public enum Origin: Hashable, Sendable {
        case file(String)
        case standardInput
    }

    public let origin: Origin
    public let timing: StreamTiming
    public var name: String {
        switch origin {
        case .file(let path): path
        case .standardInput: "standard input"
        }
    }

    public init(_ origin: Origin, timing: StreamTiming = StreamTiming()) {
        self.origin = origin
        self.timing = timing
    }

    public func makeAsyncIterator() -> FrameIterator {
        FrameIterator(timing.delivery) { [self] mailbox throws(CaptureError) in
            let input = try StreamInput(origin, mailbox)
            let start = try input.start(Y4MHeader.signature.count)
            if start == Y4MHeader.signature {
                try deliverY4M(input, mailbox)
            } else if start.starts(with: [0xFF, 0xD8]) {
                try deliverMJPEG(input, mailbox)
            } else if mailbox.isWanted {
                throw isEncodedVideo(start) ? .encodedVideo : .unknownFormat
            }
        }
    }

    /// Whether a stream starts like H.264 or H.265 (Annex B), MP4 or QuickTime, or Matroska or WebM.
    private func isEncodedVideo(_ start: [UInt8]) -> Bool {
        start.starts(with: [0, 0, 1]) || start.starts(with: [0, 0, 0, 1])
            || start.dropFirst(4).starts(with: Array("ftyp".utf8)) || start.starts(with: [0x1A, 0x45, 0xDF, 0xA3])
    }

    private func deliverMJPEG(_ input: StreamInput, _ mailbox: FrameMailbox) throws(CaptureError) {
        let pool = FramePool()
        var pacer = StreamPacer(mailbox, timing)
        var splitter = MJPEGSplitter()
        while let (buffer, storage) = pool.take() {
            let outcome = try nextFrame(&splitter, input, storage)
            guard mailbox.isWanted else { return }
            switch outcome {
            case .frame(let count):
                let bytes = UnsafeRawBufferPointer(rebasing: storage.bytes[..<count])
                guard let header = JPEGHeader(bytes) else {
                    buffer.handBack()
                    pacer.leaveOut("no frame header")
                    continue
                }
                buffer.shape = FrameShape(packed: .jpeg, header.size)
                buffer.luma = bytes
                pacer.offer(buffer)
            case .damaged(let reason):
                buffer.handBack()
                pacer.leaveOut(reason)
            case .needsMore:
                return
            }
        }
    }

    /// Reads up to the end of a frame; `needsMore` means that the stream has ended.
    private func nextFrame(
        _ splitter: inout MJPEGSplitter, _ input: StreamInput, _ storage: FrameStorage
    ) throws(CaptureError) -> MJPEGSplitter.Outcome {
        while true {
            let bytes = try input.bytes()
            if bytes.isEmpty { return splitter.finish() }
            let (taken, outcome) = splitter.consume(bytes, into: storage)
            input.use(taken)
            if outcome != .needsMore { return outcome }
        }
    }

    private func deliverY4M(_ input: StreamInput, _ mailbox: FrameMailbox) throws(CaptureError) {
        guard try input.readLine() else { throw .unknownFormat }
        let header = try Y4MHeader(input.line)
        let pool = FramePool()
        var reader = Y4MReader(header)
        var pacer = StreamPacer(mailbox, timing, interval: header.interval)
        while let (buffer, storage) = pool.take() {
            switch try reader.read(input, into: storage) {
            case .frame(let shape):
                buffer.shape = shape
                buffer.luma = UnsafeRawBufferPointer(rebasing: storage.bytes[..<shape.byteCount])
                pacer.offer(buffer)
            case .damaged(let reason):
                guard mailbox.isWanted else { return }
                pacer.leaveOut(reason)
                return
            case .end: return
            }
        }
    }
}
