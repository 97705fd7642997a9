public import StationRules

/// What belongs to a document beside its pages: notes, attachments, and what happened to it.
public struct AccessoriesView: View {
    public struct Note: Sendable {
        let id: Int64
        let text: String
        let person: String?
        let time: String
        let exactTime: String

        /// - Parameter person: Who wrote it; empty for the person that every library has.
        public init(id: Int64, text: String, person: String, time: String, exactTime: String) {
            self.id = id
            self.text = text
            self.person = person.isEmpty ? nil : person
            self.time = time
            self.exactTime = exactTime
        }
    }

    public struct Attachment: Sendable {
        let id: Int64
        let name: String
        let size: String

        /// - Parameter bytes: Its size.
        public init(id: Int64, name: String, bytes: Int) {
            self.id = id
            self.name = name
            size = "\(FileSize(bytes: bytes))"
        }
    }

    public struct Event: Sendable {
        let text: String
        let person: String?
        let time: String
        let exactTime: String

        /// - Parameter person: Who did it; empty for the person that every library has.
        public init(_ event: DocumentEvent, person: String, time: String, exactTime: String) {
            text = event.text
            self.person = person.isEmpty ? nil : person
            self.time = time
            self.exactTime = exactTime
        }
    }

    let path: String
    let notes: [Note]
    let hasNotes: Bool
    let attachments: [Attachment]
    let hasAttachments: Bool
    let history: [Event]
    /// What is in the trash is not written on.
    let offersNotes: Bool
    let showsNotes: Bool
    let maximumCharacters = NoteText.maximumCharacters

    /// - Parameters:
    ///   - path: Of the document.
    ///   - history: The latest first.
    public init(path: String, notes: [Note], attachments: [Attachment], history: [Event], isInTrash: Bool) {
        self.path = path
        self.notes = notes
        hasNotes = !notes.isEmpty
        self.attachments = attachments
        hasAttachments = !attachments.isEmpty
        self.history = history
        offersNotes = !isInTrash
        showsNotes = offersNotes || hasNotes
    }

    public static let template = """
        {{#hasAttachments}}<section class="accessories" aria-labelledby="attachments-title"><h2 id="attachments-title">Attachments</h2>
        <ul>{{#attachments}}<li><a href="{{path}}/attachments/{{id}}" download>{{name}}</a> <span class="subhead">{{size}}</span></li>{{/attachments}}</ul></section>{{/hasAttachments}}
        {{#showsNotes}}<section class="accessories" aria-labelledby="notes-title"><h2 id="notes-title">Notes</h2>
        {{#hasNotes}}<ul class="notes">{{#notes}}<li id="note-{{id}}"><p class="note">{{text}}</p><p class="subhead">{{#person}}{{.}} · {{/person}}<time datetime="{{exactTime}}">{{time}}</time></p>
        {{#offersNotes}}<div class="note-actions"><details><summary class="button plain">Edit</summary><form method="post" action="{{path}}/notes/{{id}}"><label class="hidden" for="note-{{id}}-text">Note</label><textarea id="note-{{id}}-text" name="text" rows="4" maxlength="{{maximumCharacters}}" required>
        {{text}}</textarea><button class="button">Save Note</button></form></details><form method="post" action="{{path}}/notes/{{id}}/delete"><button class="button plain negative">Delete Note</button></form></div>{{/offersNotes}}</li>{{/notes}}</ul>{{/hasNotes}}
        {{#offersNotes}}<form method="post" action="{{path}}/notes" class="new-note"><label for="new-note">New note</label><textarea id="new-note" name="text" rows="3" maxlength="{{maximumCharacters}}" required></textarea><button class="button">Add Note</button></form>{{/offersNotes}}</section>{{/showsNotes}}
        <details class="accessories history"><summary><h2>History</h2></summary>
        <ol>{{#history}}<li><span>{{text}}</span><span class="subhead">{{#person}}{{.}} · {{/person}}<time datetime="{{exactTime}}">{{time}}</time></span></li>{{/history}}</ol><p><a class="button" href="{{path}}/timeline">Show on a Timeline</a></p></details>
        """
}
