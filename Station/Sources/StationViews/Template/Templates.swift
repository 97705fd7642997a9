import Mustache
import StationRules
import Synchronization

/// The compiled templates of views in each language, created when a view is first rendered.
enum Templates {
    private struct Key: Hashable {
        let view: ObjectIdentifier
        let language: Language
    }

    private static let compiled = Mutex<[Key: MustacheTemplate]>([:])

    private static let hasEscaping: Void = MustacheContentTypes.register(Markup(), named: Markup.name)

    private static func template(of view: any View.Type) -> MustacheTemplate {
        let key = Key(view: ObjectIdentifier(view), language: .current)
        if let template = compiled.withLock({ $0[key] }) { return template }
        _ = hasEscaping
        let text = view.isRead ? TemplateTexts(view.template, in: .current).template : view.template
        do {
            let template = try MustacheTemplate(string: Markup.pragma + text)
            compiled.withLock { $0[key] = template }
            return template
        } catch { preconditionFailure("the template of \(view) is not Mustache: \(error)") }
    }

    static func render<Model: View>(_ view: Model) -> String {
        template(of: Model.self).render(values(of: view) ?? view)
    }

    /// Returns the values of a model by property names, recursively and without `nil`. Otherwise, Mustache would
    /// reflect on the model once per name in the template, which is slow for lists.
    private static func values(of model: Any) -> Any? {
        // The most frequent values, scalars, need no reflection.
        if model is String || model is Bool || model is Int { return model }
        if let model = model as? any TemplateModel { return TemplateValues(model) }
        let mirror = Mirror(reflecting: model)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.flatMap { values(of: $0.value) }
        case .collection: return mirror.children.compactMap { values(of: $0.value) }
        case .struct:
            return TemplateValues(
                mirror.children.reduce(into: [:]) { $0[$1.label ?? ""] = values(of: $1.value) })
        default: return model
        }
    }
}

/// Escapes HTML and XML text bytewise, because Mustache's dictionary lookup per character is slow.
private struct Markup: MustacheContentType {
    static let name = "MARKUP"
    /// The first line of a template.
    static let pragma = "{{% CONTENT_TYPE:\(name) }}\n"

    func escapeText(_ text: String) -> String {
        guard text.utf8.contains(where: { Self.escape(for: $0) != nil }) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 2)
        for byte in text.utf8 {
            if let escape = Self.escape(for: byte) { bytes += escape.utf8 } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func escape(for byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }
}

/// The values of a model by the names in the template. Mustache repeatedly checks the type of each object that may
/// have a name, which is faster for a class than for a dictionary.
package final class TemplateValues: MustacheParent {
    private let values: [String: Any]

    init(_ values: [String: Any]) { self.values = values }

    convenience init(_ model: some TemplateModel) { self.init(model.values) }

    package func child(named name: String) -> Any? { values[name] }

    /// Returns `false` for a missing value: Mustache would search the enclosing contexts for an absent one.
    static func orNone<Value>(_ value: Value?) -> Any { value.map { $0 as Any } ?? false }
}

/// A frequent model, such as a row of a list, that provides its values itself because reflection is slow.
package protocol TemplateModel {
    /// The values by the names in the template.
    var values: [String: Any] { get }
}

extension View {
    /// The view as HTML.
    public var html: String { Templates.render(self) }
}

/// A piece of HTML: a model, whose stored properties the template refers to, and the template.
///
/// `{{name}}` escapes a value; `{{{name}}}` does not, and is only for HTML of other views.
public protocol View: Sendable {
    /// The Mustache template.
    static var template: String { get }
    /// Whether people read the view. Programs read XML, whose words have no language.
    static var isRead: Bool { get }
}

extension View {
    public static var isRead: Bool { true }
}

/// A view for programs.
public protocol XMLView: View {}

extension XMLView {
    public static var isRead: Bool { false }

    /// The view as an XML document.
    public var xml: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + Templates.render(self) }
}

/// One of several options with the chosen one marked.
struct Choice: Sendable {
    let name: String
    let label: String
    let isChosen: Bool
}
