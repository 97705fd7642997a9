import StationRules

/// The header of an object: a short description and its state.
public struct ObjectHeaderView: View {
    /// A state in one or two words.
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

    let title: String
    let subtitle: String
    let time: String
    let exactTime: String
    let states: [Status]

    /// Creates the header with the screen's heading.
    public init(_ title: String, time: String, exactTime: String, facts: String, states: [Status]) {
        self.title = title
        (self.time, self.exactTime) = (time, exactTime)
        subtitle = facts
        self.states = states
    }

    public static let template = """
        <h1>{{title}}</h1><p class="subhead"><time datetime="{{exactTime}}">{{time}}</time> · {{subtitle}}{{#states}} <span class="tag tag-{{tone}}">{{text}}</span>{{/states}}</p>
        """
}
