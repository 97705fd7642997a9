/// A document of the scanner protocol: a model and a template, as for HTML.
public protocol XMLView: View {}

extension XMLView {
    /// The view as an XML document.
    public var xml: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + Templates.render(self) }

    static var namespaces: String {
        "xmlns:scan=\"http://schemas.hp.com/imaging/escl/2011/05/03\""
            + " xmlns:pwg=\"http://www.pwg.org/schemas/2010/12/sm\""
    }
}
