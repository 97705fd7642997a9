public import StationRules

/// The header of an object: what it is, in a few words, and its state.
public struct ObjectHeaderView: View {
    /// A word or two on its state.
    public struct Status: Sendable {
        public enum Tone: String, Sendable {
            case neutral
            case critical
            case negative
        }

        let text: String
        let tone: String

        public init(_ text: String, _ tone: Tone) {
            self.text = text
            self.tone = tone.rawValue
        }
    }

    let isProfile: Bool
    let title: String
    let subtitle: String?
    let time: String?
    let exactTime: String?
    let states: [Status]

    /// Of a thing, with the screen's heading.
    public init(_ title: String, time: String, exactTime: String, facts: String, states: [Status]) {
        isProfile = false
        self.title = title
        (self.time, self.exactTime) = (time, exactTime)
        subtitle = facts
        self.states = states
    }

    /// Of a person.
    public init(person name: String, subtitle: String) {
        isProfile = true
        title = name
        (time, exactTime) = (nil, nil)
        self.subtitle = subtitle
        states = []
    }

    public var layout: ObjectLayout { isProfile ? .profile : .standard }

    public static let template = """
        {{#isProfile}}<header class="profile-header"><span class="icon icon-person-circle" aria-hidden="true"></span><div><p class="headline">{{title}}</p><p class="subhead">{{subtitle}}</p></div></header>{{/isProfile}}{{^isProfile}}<h1>{{title}}</h1><p class="subhead">{{#time}}<time datetime="{{exactTime}}">{{time}}</time> · {{/time}}{{subtitle}}{{#states}} <span class="tag tag-{{tone}}">{{text}}</span>{{/states}}</p>{{/isProfile}}
        """
}
