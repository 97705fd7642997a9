/// A template of a view, ready to be filled in.
///
/// It is written in a part of Mustache: `{{name}}` is a value, `{{{name}}}` one that is HTML, `{{#name}}…{{/name}}` stands for
/// each element of a list, or once if there is a value that is not false, and `{{^name}}…{{/name}}` if there is none. `{{.}}` is
/// what a section stands for. A name that a section's value does not have is that of the section around it. A line with nothing
/// but the beginning or the end of a section is left out.
package struct Template: Sendable {
    fileprivate enum Part: Sendable {
        case text(String)
        case value(String)
        case html(String)
        case section(String, [Part])
        case inverted(String, [Part])
    }

    package enum Failure: Error, Hashable {
        case noName(String)
        case endOfOther(String)
        case noEnd(String)
    }

    private let parts: [Part]

    package init(_ text: String) throws(Failure) {
        var parser = Parser(text)
        parts = try parser.parts(of: nil, atStartOfLine: true)
    }

    /// - Parameter model: Whose properties the template names.
    package func render(_ model: Any) -> String {
        var html = ""
        var scopes = [TemplateValue(model) ?? .fields([:])]
        Self.append(parts, to: &html, &scopes)
        return html
    }

    // MARK: Rendering

    /// - Parameter scopes: The values of the sections, from the outermost on.
    private static func append(_ parts: [Part], to html: inout String, _ scopes: inout [TemplateValue]) {
        for part in parts {
            switch part {
            case .text(let text): html += text
            case .value(let name):
                if let text = value(name, scopes)?.text { appendEscaped(text, to: &html) }
            case .html(let name):
                if let text = value(name, scopes)?.text { html += text }
            case .section(let name, let inner):
                switch value(name, scopes) {
                case nil, .flag(false): break
                case .flag(true): append(inner, to: &html, &scopes)
                case .list(let values): for value in values { append(inner, to: &html, inside: value, &scopes) }
                case .some(let value): append(inner, to: &html, inside: value, &scopes)
                }
            case .inverted(let name, let inner):
                if value(name, scopes)?.isPresent != true { append(inner, to: &html, &scopes) }
            }
        }
    }

    private static func append(
        _ parts: [Part], to html: inout String, inside value: TemplateValue, _ scopes: inout [TemplateValue]
    ) {
        scopes.append(value)
        append(parts, to: &html, &scopes)
        scopes.removeLast()
    }

    private static func value(_ name: String, _ scopes: [TemplateValue]) -> TemplateValue? {
        if name == "." { return scopes.last }
        for case .fields(let fields) in scopes.reversed() {
            if let value = fields[name] { return value }
        }
        return nil
    }

    private static func appendEscaped(_ text: String, to html: inout String) {
        var rest = text[...]
        while let index = rest.utf8.firstIndex(where: { entity($0) != nil }), let entity = entity(rest.utf8[index]) {
            html += rest[..<index]
            html += entity
            rest = rest[rest.utf8.index(after: index)...]
        }
        html += rest
    }

    /// What stands for a sign that is HTML itself.
    private static func entity(_ sign: UInt8) -> String? {
        switch sign {
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }
}

extension Template {
    fileprivate struct Parser {
        private let text: [UInt8]
        private var position = 0

        init(_ text: String) { self.text = Array(text.utf8) }

        /// The parts up to the end of a section, or of the template.
        /// - Parameter atStartOfLine: Whether nothing but blanks stands before them in their line.
        mutating func parts(of section: String?, atStartOfLine: Bool) throws(Failure) -> [Part] {
            var (parts, startsLine) = ([Part](), atStartOfLine)
            while position < text.count {
                let start = position
                if startsLine { skipBlanks() }
                let blanks = start..<position
                skipWords()
                if position < text.count, text[position] == UInt8(ascii: "\n") {
                    position += 1
                    append(start..<position, to: &parts)
                    startsLine = true
                    continue
                }
                if position > blanks.upperBound {
                    append(start..<position, to: &parts)
                    startsLine = false
                }
                guard position < text.count else { break }
                let mark = try mark()
                let isAlone = startsLine && mark.isOfSection && skipRestOfLine()
                if startsLine, !isAlone { append(blanks, to: &parts) }
                startsLine = isAlone
                switch mark {
                case .value(let name): parts.append(.value(name))
                case .html(let name): parts.append(.html(name))
                case .section(let name): parts.append(.section(name, try self.parts(of: name, atStartOfLine: isAlone)))
                case .inverted(let name):
                    parts.append(.inverted(name, try self.parts(of: name, atStartOfLine: isAlone)))
                case .end(section): return parts
                case .end(let name): throw Failure.endOfOther(name)
                }
            }
            guard let section else { return parts }
            throw Failure.noEnd(section)
        }

        private enum Mark {
            case value(String)
            case html(String)
            case section(String)
            case inverted(String)
            case end(String)

            var isOfSection: Bool {
                switch self {
                case .value, .html: false
                case .section, .inverted, .end: true
                }
            }
        }

        /// Reads what stands in braces.
        private mutating func mark() throws(Failure) -> Mark {
            position += 2
            let kind = position < text.count ? text[position] : 0
            let isHTML = kind == UInt8(ascii: "{")
            if isHTML || "#^/".utf8.contains(kind) { position += 1 }
            let start = position
            while position < text.count, text[position] != UInt8(ascii: "}") { position += 1 }
            let name = string(start..<position)
            let end = isHTML ? 3 : 2
            guard position + end <= text.count, text[position..<position + end].allSatisfy({ $0 == UInt8(ascii: "}") }),
                name == "." || (!name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber })
            else { throw Failure.noName(name) }
            position += end
            return switch kind {
            case UInt8(ascii: "{"): .html(name)
            case UInt8(ascii: "#"): .section(name)
            case UInt8(ascii: "^"): .inverted(name)
            case UInt8(ascii: "/"): .end(name)
            default: .value(name)
            }
        }

        private mutating func skipBlanks() {
            while position < text.count, text[position] == UInt8(ascii: " ") || text[position] == UInt8(ascii: "\t") {
                position += 1
            }
        }

        /// Up to a mark or the end of the line.
        private mutating func skipWords() {
            while position < text.count, text[position] != UInt8(ascii: "\n"),
                !text[position...].starts(with: "{{".utf8)
            {
                position += 1
            }
        }

        /// - Returns: Whether nothing but blanks was left of the line. If not, nothing is skipped.
        private mutating func skipRestOfLine() -> Bool {
            if position == text.count { return true }
            let start = position
            skipBlanks()
            guard position < text.count, text[position] == UInt8(ascii: "\n") else {
                position = start
                return false
            }
            position += 1
            return true
        }

        private func append(_ range: Range<Int>, to parts: inout [Part]) {
            guard !range.isEmpty else { return }
            if case .text(let before)? = parts.last {
                parts[parts.count - 1] = .text(before + string(range))
            } else {
                parts.append(.text(string(range)))
            }
        }

        private func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
    }
}

/// What a template can show of a model.
package enum TemplateValue: Sendable {
    case text(String)
    case flag(Bool)
    case list([TemplateValue])
    /// By their names.
    case fields([String: TemplateValue])

    /// The values of a model's properties, and of theirs; `nil` for what is missing.
    init?(_ model: Any) {
        switch model {
        case let text as String: self = .text(text)
        case let flag as Bool: self = .flag(flag)
        case let number as Int: self = .text(String(number))
        case let model as any TemplateModel: self = model.templateValue
        default: self.init(reflecting: model)
        }
    }

    /// Fields by their names; what is missing is left out.
    init(texts: [String: String?], flags: [String: Bool] = [:], lists: [String: [TemplateValue]] = [:]) {
        var fields: [String: TemplateValue] = [:]
        fields.reserveCapacity(texts.count + flags.count + lists.count)
        for case (let name, let text?) in texts { fields[name] = .text(text) }
        for (name, flag) in flags { fields[name] = .flag(flag) }
        for (name, values) in lists { fields[name] = .list(values) }
        self = .fields(fields)
    }

    private init?(reflecting model: Any) {
        let mirror = Mirror(reflecting: model)
        switch mirror.displayStyle {
        case .optional:
            guard let some = mirror.children.first else { return nil }
            self.init(some.value)
        case .collection, .set: self = .list(mirror.children.compactMap { TemplateValue($0.value) })
        case .struct, .tuple:
            self = .fields(
                mirror.children.reduce(into: [:]) { fields, child in
                    if let name = child.label { fields[name] = TemplateValue(child.value) }
                })
        default: self = .text(String(describing: model))
        }
    }

    /// `nil` for what is none.
    var text: String? {
        switch self {
        case .text(let text): text
        case .flag(let flag): String(flag)
        case .list, .fields: nil
        }
    }

    /// Whether a section stands for it.
    var isPresent: Bool {
        switch self {
        case .text, .fields: true
        case .flag(let flag): flag
        case .list(let values): !values.isEmpty
        }
    }
}

/// A model of which a screen has many, such as the row of a list. It tells its fields itself: to find them out by reflection
/// takes longer than all else about it.
package protocol TemplateModel {
    var templateValue: TemplateValue { get }
}
