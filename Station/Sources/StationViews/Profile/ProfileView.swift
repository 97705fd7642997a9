public import StationRules

/// The profile: who uses the station, and facts about it.
public struct ProfileView: View {
    struct Section: Sendable {
        let title: String
        let facts: [Fact]
    }

    struct Fact: Sendable {
        let name: String
        let value: String
    }

    let backPath: String
    let backLabel: String
    let title: String
    let subtitle: String
    let sections: [Section]

    /// - Parameters:
    ///   - back: The place that it was opened from.
    ///   - backPath: The path of that screen.
    public init(_ facts: ProfileFacts, back: Place, backPath: String) {
        self.backPath = backPath
        backLabel = back.label
        title = facts.title
        subtitle = facts.subtitle
        sections = facts.sections.map { section in
            Section(title: section.title, facts: section.facts.map { Fact(name: $0.name, value: $0.value) })
        }
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="{{backPath}}"><span class="icon icon-chevron-left" aria-hidden="true"></span>{{backLabel}}</a><h1>Profile</h1></header>
        <div class="profile">
        <header class="profile-header"><span class="icon icon-person-circle" aria-hidden="true"></span><div><p class="headline">{{title}}</p><p class="subhead">{{subtitle}}</p></div></header>
        {{#sections}}
        <section><h2>{{title}}</h2><dl>{{#facts}}<div><dt>{{name}}</dt><dd>{{value}}</dd></div>{{/facts}}</dl></section>
        {{/sections}}
        </div>
        """
}
