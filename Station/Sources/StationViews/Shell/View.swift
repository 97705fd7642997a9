/// A piece of HTML: a model, whose stored properties the template names, and the template.
///
/// Values are escaped where the template writes `{{name}}`, and not where it writes `{{{name}}}`, which is kept for HTML that
/// other views have made.
public protocol View: Sendable {
    /// Mustache.
    static var template: String { get }
}
