/// The properties of an object: labels with values.
public struct FactsView: View {
    let facts: [DocumentView.Fact]

    public init(_ facts: [DocumentView.Fact]) { self.facts = facts }

    public static let template = """
        <dl class="facts-list">{{#facts}}<div><dt>{{label}}</dt><dd>{{text}}{{#values}}<a href="{{list}}">{{text}}</a>{{/values}}</dd></div>{{/facts}}</dl>
        """
}
