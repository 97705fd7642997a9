import StationRules

/// The notes on a document.
public struct NotesView: View {
    public struct Note: Sendable {
        let id: Int64
        let text: String
        let person: String?
        let time: String
        let exactTime: String

        /// - Parameter person: The author; empty for the nameless person of a library without people.
        public init(id: Int64, text: String, person: String, time: String, exactTime: String) {
            self.id = id
            self.text = text
            self.person = person.isEmpty ? nil : person
            self.time = time
            self.exactTime = exactTime
        }
    }

    let path: String
    let notes: [Note]
    let hasNotes: Bool
    /// Whether notes can be added, which does not apply to the trash.
    let offersNotes: Bool
    let showsNotes: Bool
    let maximumCharacters = NoteText.maximumCharacters

    /// - Parameter path: The path of the document.
    public init(_ notes: [Note], path: String, isInTrash: Bool) {
        self.path = path
        self.notes = notes
        hasNotes = !notes.isEmpty
        offersNotes = !isInTrash
        showsNotes = offersNotes || hasNotes
    }

    public static let template = """
        {{#showsNotes}}<section class="accessories" aria-labelledby="notes-title"><h2 id="notes-title">Notes</h2>
        {{#hasNotes}}<ul class="notes">{{#notes}}<li id="note-{{id}}"><p class="note">{{text}}</p><p class="subhead">{{#person}}{{.}} · {{/person}}<time datetime="{{exactTime}}">{{time}}</time></p>
        {{#offersNotes}}<div class="note-actions"><details><summary class="button plain">Edit</summary><form method="post" action="{{path}}/notes/{{id}}"><label class="hidden" for="note-{{id}}-text">Note</label><textarea id="note-{{id}}-text" name="text" rows="4" maxlength="{{maximumCharacters}}" required>
        {{text}}</textarea><button class="button">Save Note</button></form></details><form method="post" action="{{path}}/notes/{{id}}/delete"><button class="button plain negative">Delete Note</button></form></div>{{/offersNotes}}</li>{{/notes}}</ul>{{/hasNotes}}
        {{#offersNotes}}<form method="post" action="{{path}}/notes" class="new-note"><label for="new-note">New note</label><textarea id="new-note" name="text" rows="3" maxlength="{{maximumCharacters}}" required></textarea><button class="button">Add Note</button></form>{{/offersNotes}}</section>{{/showsNotes}}
        """
}
