import StationRules

/// Attachments of a document.
public struct AttachmentsView: View {
    public struct Attachment: Sendable {
        let id: Int64
        let name: String
        let size: String

        /// - Parameter bytes: The size in bytes.
        public init(id: Int64, name: String, bytes: Int) {
            self.id = id
            self.name = name
            size = "\(FileSize(bytes: bytes))"
        }
    }

    let path: String
    let attachments: [Attachment]
    let hasAttachments: Bool

    /// - Parameter path: The path of the document.
    public init(_ attachments: [Attachment], path: String) {
        self.path = path
        self.attachments = attachments
        hasAttachments = !attachments.isEmpty
    }

    public static let template = """
        {{#hasAttachments}}<section class="accessories" aria-labelledby="attachments-title"><h2 id="attachments-title">Attachments</h2>
        <ul>{{#attachments}}<li><a href="{{path}}/attachments/{{id}}" download>{{name}}</a> <span class="subhead">{{size}}</span></li>{{/attachments}}</ul></section>{{/hasAttachments}}
        """
}
