public import StationRules

/// The history of a document.
public struct HistoryView: View {
    public struct Event: Sendable {
        let text: String
        let person: String?
        let time: String
        let exactTime: String
        let undo: String?
        let undoLabel = GalleryMessages.undo

        /// - Parameters:
        ///   - person: The person who caused it; empty for the nameless person of a library without people.
        ///   - undo: The path of the form that undoes it.
        public init(_ event: DocumentEvent, person: String, time: String, exactTime: String, undo: String? = nil) {
            text = event.text
            self.person = person.isEmpty ? nil : person
            self.time = time
            self.exactTime = exactTime
            self.undo = undo
        }
    }

    let path: String
    let history: [Event]

    /// - Parameters:
    ///   - history: The events, latest first.
    ///   - path: The path of the document.
    public init(_ history: [Event], path: String) {
        self.path = path
        self.history = history
    }

    public static let template = """
        <details class="accessories history"><summary><h2>History</h2></summary>
        <ol>{{#history}}<li><span>{{text}}</span><span class="subhead">{{#person}}{{.}} · {{/person}}<time datetime="{{exactTime}}">{{time}}</time></span>{{#undo}}<form method="post" action="{{undo}}"><button class="button plain">{{undoLabel}}</button></form>{{/undo}}</li>{{/history}}</ol><p><a class="button" href="{{path}}/timeline">Show on a Timeline</a></p></details>
        """
}
