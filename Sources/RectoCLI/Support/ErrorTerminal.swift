import CTerminal
import Glibc

/// Standard error, where it is a terminal.
enum ErrorTerminal {
    /// Whether a line on it can be written over: `TERM=dumb` says that it cannot.
    static let rewritesLines = isatty(STDERR_FILENO) == 1 && getenv("TERM").map { strcmp($0, "dumb") != 0 } ?? false

    /// Whether this program has the terminal now: one in the background must not write over the shell's line.
    static var isForeground: Bool { tcgetpgrp(STDERR_FILENO) == getpgrp() }

    /// How many columns the window has now; a terminal that does not say has 80.
    static var columns: Int {
        let columns = Int(terminal_columns(STDERR_FILENO))
        return columns > 0 ? columns : 80
    }

    /// Writes over the last line, which the cursor stays on. The last column stays free: some terminals begin a new line there.
    static func rewrite(_ text: String, columns: Int) {
        Console.printError("\r\u{1B}[K" + text.withoutControlCharacters.prefix(columns: columns - 1))
    }

    /// Removes the last line.
    static func erase() { Console.printError("\r\u{1B}[K") }
}

extension Character {
    /// How many columns of a terminal it takes.
    private var columns: Int {
        unicodeScalars.reduce(0) { max($0, Int(terminal_character_columns($1.value))) }
    }

    /// Characters from the front of a text, or with `reversed` from its end, that so many columns have room for.
    fileprivate static func count(of text: some Sequence<Character>, columns: Int) -> Int {
        var (left, count) = (columns, 0)
        for character in text {
            left -= character.columns
            guard left >= 0 else { break }
            count += 1
        }
        return count
    }
}

extension String {
    /// The beginning that so many columns of a terminal have room for.
    func prefix(columns: Int) -> Substring { prefix(Character.count(of: self, columns: columns)) }

    /// The end that so many columns of a terminal have room for.
    func suffix(columns: Int) -> Substring { suffix(Character.count(of: reversed(), columns: columns)) }
}
