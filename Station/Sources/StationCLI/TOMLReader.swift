/// Reads the part of TOML 1.0 that settings need: keys with a text, a number, a boolean or an array of texts.
///
/// Tables, dates, dotted keys and texts of several lines are errors.
struct TOMLReader {
    enum Value: Equatable {
        case text(String)
        /// The digits as they are written.
        case number(String)
        case flag(Bool)
        case list([String])
    }

    struct Setting: Equatable {
        var key: String
        var value: Value
        /// The line of its key, from 1.
        var line: Int

        init(key: String, value: Value, line: Int) {
            (self.key, self.value, self.line) = (key, value, line)
        }
    }

    struct Failure: Error, Equatable {
        var line: Int
        var reason: String

        init(line: Int, reason: String) { (self.line, self.reason) = (line, reason) }
    }

    private var rest: Substring.UnicodeScalarView
    private var line = 1

    /// Returns the settings in the order of the text.
    static func settings(in text: String) throws(Failure) -> [Setting] {
        var reader = TOMLReader(rest: Substring(text).unicodeScalars)
        var settings: [Setting] = []
        while let setting = try reader.next() {
            if let first = settings.first(where: { $0.key == setting.key }) {
                throw Failure(line: setting.line, reason: "\(setting.key) is already set in line \(first.line)")
            }
            settings.append(setting)
        }
        return settings
    }

    private mutating func next() throws(Failure) -> Setting? {
        skipLines()
        guard let first = rest.first else { return nil }
        guard first != "[" else { throw failure("tables are not supported") }
        let start = line
        let key = take { $0 == "-" || $0 == "_" || $0.isLetterOrDigit }
        guard !key.isEmpty else { throw failure("a line must begin with the name of a setting") }
        skipSpaces()
        guard skip("=") else { throw failure("expected = after \(key)") }
        skipSpaces()
        let value = try value()
        skipSpaces()
        skipComment()
        guard rest.isEmpty || rest.first == "\n" || rest.first == "\r" else {
            throw failure("unexpected text after the value of \(key)")
        }
        return Setting(key: key, value: value, line: start)
    }

    // MARK: Values

    private mutating func value() throws(Failure) -> Value {
        switch rest.first {
        case "\"", "'": return .text(try text())
        case "[": return .list(try list())
        default: break
        }
        let word = take { !$0.properties.isWhitespace && $0 != "#" && $0 != "," && $0 != "]" }
        switch word {
        case "true": return .flag(true)
        case "false": return .flag(false)
        case "": throw failure("the value is missing")
        default: break
        }
        guard Double(word) != nil, word.unicodeScalars.contains(where: \.isLetterOrDigit), !word.contains("n") else {
            throw failure("\(word) is not a number, true, false or a text in quotes")
        }
        return .number(word)
    }

    private mutating func list() throws(Failure) -> [String] {
        rest.removeFirst()
        var texts: [String] = []
        while true {
            skipLines()
            if skip("]") { return texts }
            guard rest.first == "\"" || rest.first == "'" else {
                throw failure("brackets must contain texts in quotes")
            }
            texts.append(try text())
            skipLines()
            if skip("]") { return texts }
            guard skip(",") else { throw failure("texts in brackets must be separated by commas") }
        }
    }

    private mutating func text() throws(Failure) -> String {
        let quote = rest.removeFirst()
        var text = String.UnicodeScalarView()
        while let next = rest.first, next != "\n" {
            rest.removeFirst()
            if next == quote { return String(text) }
            text.append(next == "\\" && quote == "\"" ? try escape() : next)
        }
        throw failure("the text has no closing quote")
    }

    /// Returns the character that a backslash introduces.
    private mutating func escape() throws(Failure) -> Unicode.Scalar {
        switch rest.popFirst() {
        case "\"": return "\""
        case "\\": return "\\"
        case "n": return "\n"
        case "t": return "\t"
        case "u": return try escape(digits: 4)
        case "U": return try escape(digits: 8)
        default: throw failure("a backslash must be followed by one of \" \\ n t u U")
        }
    }

    private mutating func escape(digits: Int) throws(Failure) -> Unicode.Scalar {
        let code = String(rest.prefix(digits))
        guard code.utf8.count == digits, let number = UInt32(code, radix: 16), let scalar = Unicode.Scalar(number)
        else {
            throw failure("this backslash must be followed by \(digits) hexadecimal digits of a character")
        }
        rest.removeFirst(digits)
        return scalar
    }

    // MARK: Characters

    private func failure(_ reason: String) -> Failure { Failure(line: line, reason: reason) }

    private mutating func take(while isPart: (Unicode.Scalar) -> Bool) -> String {
        let part = rest.prefix(while: isPart)
        rest = rest[part.endIndex...]
        return String(part)
    }

    private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func skipSpaces() { _ = take { $0 == " " || $0 == "\t" } }

    private mutating func skipComment() {
        if rest.first == "#" { _ = take { $0 != "\n" } }
    }

    /// Skips spaces, comments and ends of lines.
    private mutating func skipLines() {
        while true {
            skipSpaces()
            skipComment()
            guard let next = rest.first, next == "\n" || next == "\r" else { return }
            rest.removeFirst()
            if next == "\n" { line += 1 }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }
}
