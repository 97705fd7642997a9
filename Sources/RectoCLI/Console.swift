import FoundationEssentials
import Glibc
import Synchronization

/// Lines on standard output and standard error, each handed to the system at once.
enum Console {
    /// Whether standard output has failed: nothing more is written to it then, and the program exits with 1.
    private(set) static var outputHasFailed: Bool {
        get { outputFailure.load(ordering: .relaxed) }
        set { outputFailure.store(newValue, ordering: .relaxed) }
    }

    private static let outputFailure = Atomic(false)

    /// Writes a line to standard output; the first failure is complained of, once.
    static func say(_ line: String) { sayAsIs(line.withoutControlCharacters) }

    /// Writes a text of any number of lines to standard output.
    static func sayAsIs(_ text: String) {
        guard !outputHasFailed, let error = write(text + "\n", to: STDOUT_FILENO) else { return }
        outputHasFailed = true
        complain("recto: standard output cannot be written: \(String(cString: strerror(error)))")
    }

    /// Writes a line to standard error. If that fails nobody can be told.
    static func complain(_ line: String) { complainAsIs(line.withoutControlCharacters + "\n") }

    /// Writes a text to standard error, without an end of line of its own.
    static func complainAsIs(_ text: String) { _ = write(text, to: STDERR_FILENO) }

    /// - Returns: The system's error, if there is one.
    private static func write(_ text: String, to descriptor: Int32) -> Int32? {
        var left = Array(text.utf8)[...]
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

    /// One JSON object on a line of its own.
    static func sayJSON(_ object: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        say(String(decoding: try encoder.encode(object), as: UTF8.self))
    }
}

extension String {
    /// With control characters, such as a file's name may hold, as escapes: one line stays one line.
    fileprivate var withoutControlCharacters: String {
        guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return self }
        return unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
        }.joined()
    }
}

extension Double {
    /// Rounded to so many decimals, for output.
    func rounded(decimals: Int) -> Double {
        let scale = pow(10, Double(decimals))
        return (self * scale).rounded() / scale
    }
}
