import CTerminal
import Glibc

/// Standard error, if it is a terminal.
enum ErrorTerminal {
    /// Whether lines can be overwritten; not with `TERM=dumb`.
    static let rewritesLines = isatty(STDERR_FILENO) == 1 && getenv("TERM").map { strcmp($0, "dumb") != 0 } ?? false

    /// Whether this program is in the foreground; in the background it must not overwrite the shell's line.
    static var isForeground: Bool { tcgetpgrp(STDERR_FILENO) == getpgrp() }

    /// The current number of columns of the window; 80 if the terminal does not report it.
    static var columns: Int {
        let columns = Int(terminal_columns(STDERR_FILENO))
        return columns > 0 ? columns : 80
    }

    /// Overwrites the last line and leaves the cursor on it. The last column stays empty, because some terminals wrap
    /// there.
    static func rewrite(_ text: String, columns: Int) {
        Console.printError("\r\u{1B}[K" + text.withoutControlCharacters.prefix(columns: columns - 1))
    }

    /// Removes the last line.
    static func erase() { Console.printError("\r\u{1B}[K") }
}

extension Character {
    /// The number of terminal columns that it occupies.
    private var columns: Int {
        unicodeScalars.reduce(0) { max($0, Int(terminal_character_columns($1.value))) }
    }

    /// Returns how many characters from the start of a text, or with `reversed` from its end, fit into `columns`
    /// columns.
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
    /// Returns the longest beginning that fits into `columns` terminal columns.
    func prefix(columns: Int) -> Substring { prefix(Character.count(of: self, columns: columns)) }

    /// Returns the longest end that fits into `columns` terminal columns.
    func suffix(columns: Int) -> Substring { suffix(Character.count(of: reversed(), columns: columns)) }
}
