import FoundationEssentials
import Glibc
import Synchronization

/// Writes to standard output and standard error without buffering.
enum Console {
    /// Whether a write to standard output has failed. Later output is dropped, and the program exits with 1. A closed
    /// pipe, as with `
    ///  head`, is not reported.
    private(set) static var outputHasFailed: Bool {
        get { outputFailure.load(ordering: .relaxed) }
        set { outputFailure.store(newValue, ordering: .relaxed) }
    }

    private static let outputFailure = Atomic(false)

    /// Where results are written.
    private enum Results {
        case standardOutput
        /// Standard output is reserved for a document.
        case standardError
        /// Results are buffered for a file.
        case memory([UInt8])
    }

    private static let results = Mutex(Results.standardOutput)

    /// Reserves standard output for a document: later results go to standard error.
    static func reserveStandardOutput() { results.withLock { $0 = .standardError } }

    /// Buffers later results for a file.
    static func keepOutput() { results.withLock { $0 = .memory([]) } }

    /// Returns the buffered results. Later ones go to standard output.
    static func keptOutput() -> [UInt8] {
        results.withLock { results in
            defer { results = .standardOutput }
            return if case .memory(let bytes) = results { bytes } else { [] }
        }
    }

    /// Writes a line to standard output. Only the first failure is reported.
    static func printLine(_ line: String) { print(line.withoutControlCharacters) }

    /// Writes text to standard output, control characters included, and ends the line.
    static func print(_ text: String) {
        let line = Array((text + "\n").utf8)
        let goesToOutput = results.withLock { results in
            switch results {
            case .standardOutput: return true
            case .standardError: _ = write(line, to: STDERR_FILENO)
            case .memory(var bytes):
                // Avoids a second reference to the array, which would copy it for each line.
                results = .memory([])
                bytes += line
                results = .memory(bytes)
            }
            return false
        }
        if goesToOutput { output(line) }
    }

    /// Writes a document to standard output.
    /// - Throws: If that fails now or has failed before, after the failure has been reported.
    static func write(document bytes: [UInt8]) throws {
        output(bytes)
        if outputHasFailed { throw SomeInputsFailed() }
    }

    private static func output(_ bytes: [UInt8]) {
        guard !outputHasFailed, let error = write(bytes, to: STDOUT_FILENO) else { return }
        outputHasFailed = true
        if error == EPIPE { return }
        printErrorLine("recto: standard output cannot be written: \(String(cString: strerror(error)))")
    }

    /// Writes a line to standard error. A failure is ignored: there is nowhere to report it.
    static func printErrorLine(_ line: String) { printError(line.withoutControlCharacters + "\n") }

    /// Writes text to standard error and does not end the line.
    static func printError(_ text: String) { _ = write(Array(text.utf8), to: STDERR_FILENO) }

    /// - Returns: The error number, or `nil` if everything was written.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        var left = bytes[...]
        while !left.isEmpty {
            let written = left.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written >= 0 {
                left = left.dropFirst(written)
            } else if errno == EAGAIN {
                // A pipe that another program has made non-blocking is full.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }

    /// Writes a JSON object as one line of standard output.
    static func printJSON(_ object: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        print(String(decoding: try encoder.encode(object), as: UTF8.self).withJSONControlEscapes)
    }
}

extension String {
    /// JSON with the control characters escaped that `JSONEncoder` leaves unescaped: U+007F to U+009F.
    fileprivate var withJSONControlEscapes: String {
        guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return self }
        return unicodeScalars.map { scalar in
            guard scalar.properties.generalCategory == .control else { return String(scalar) }
            return "\\u00\(scalar.value < 16 ? "0" : "")\(String(scalar.value, radix: 16))"
        }.joined()
    }

    /// The text with its control characters escaped. File names may contain some, and output must stay on one line.
    var withoutControlCharacters: String {
        guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return self }
        return unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
        }.joined()
    }
}

/// The three streams that a program starts with.
enum StandardStreams {
    /// Opens closed ones on `/dev/null`, in the direction that they are not used in: reads and writes fail as they do
    /// on closed ones, so that nothing counts as read or written.
    ///
    /// Otherwise the next file to be opened gets the number of a closed stream, and output ends up in that file.
    static func openClosed() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            // `open` returns the lowest free number, and all lower ones are in use.
            let direction = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY
            guard open("/dev/null", direction) == descriptor else { exit(1) }
        }
    }

    /// Makes writes to a closed pipe and beyond the file size limit fail instead of ending the program.
    static func ignoreWriteSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }
}
