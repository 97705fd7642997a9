import FoundationEssentials
import Glibc

/// Lines on standard output and standard error, each handed to the system at once.
enum Console {
    static func say(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

    static func complain(_ line: String) { write(line + "\n", to: STDERR_FILENO) }

    static func write(_ text: String, to descriptor: Int32) {
        var left = Array(text.utf8)[...]
        while !left.isEmpty {
            let written = left.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written >= 0 {
                left = left.dropFirst(written)
            } else if errno != EINTR {
                // Nobody can be told: the place to tell it is what failed.
                exit(1)
            }
        }
    }

    /// One JSON object on a line of its own.
    static func sayJSON(_ object: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        say(String(decoding: try encoder.encode(object), as: UTF8.self))
    }
}

extension Double {
    /// Rounded to so many decimals, for output.
    func rounded(decimals: Int) -> Double {
        let scale = pow(10, Double(decimals))
        return (self * scale).rounded() / scale
    }
}

extension Duration {
    var milliseconds: Double {
        Double(components.seconds) * 1e3 + Double(components.attoseconds) * 1e-15
    }
}
