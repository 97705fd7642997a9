public import StationRules

/// A form in a modal, for new and existing objects.
public struct EntryFormView: View {
    /// A file attached to the object.
    public struct File: Sendable {
        let file: FormCellView.File

        /// - Parameters:
        ///   - path: The path of the file.
        ///   - mediaType: The media type, such as "image/png".
        public init(id: Int64, name: String, bytes: Int, path: String, mediaType: String) {
            file = FormCellView.File(
                id: id, name: name, size: "\(FileSize(bytes: bytes))", path: path,
                isImage: AttachmentType(mediaType) == .image, isAudio: AttachmentType(mediaType) == .audio,
                isVideo: AttachmentType(mediaType) == .video)
        }
    }

    struct Section: Sendable {
        let heading: String?
        let cells: [String]
    }

    /// A picture and a few words about the object being changed.
    public struct Cover: Sendable {
        let picture: String?
        let title: String
        let facts: String

        public init(picture: String?, title: String, facts: String) {
            (self.picture, self.title, self.facts) = (picture, title, facts)
        }
    }

    let id: String
    let classes: String
    let title: String
    let save: String
    let action: String
    let version: Int?
    let sections: [Section]
    let cover: Cover?
    let refusal: String?
    let isRefused: Bool
    /// The URL of the screen behind it, if the form has its own URL.
    let leads: String?
    let refused: String?
    let isOpen: Bool
    let confirmDiscard: String

    /// - Parameters:
    ///   - id: The ID of the dialog.
    ///   - title: The title, which names the object.
    ///   - action: The URL that the form is sent to.
    ///   - version: The version of the object that the person sees.
    ///   - files: The attachments.
    ///   - cover: The object being changed.
    ///   - refusal: The reason why it was refused as a whole.
    ///   - leads: The URL of the screen behind it, if the form has its own URL.
    ///   - save: The label of the button; `nil` for the default.
    ///   - presentation: The presentation in a regular window.
    ///   - isOpen: Whether it is initially open, as it is after an error.
    public init(
        _ form: EntryForm, id: String, for purpose: ModalPurpose, title: String, action: String, version: Int? = nil,
        files: [File] = [], cover: Cover? = nil, refusal: String? = nil, leads: String? = nil, isOpen: Bool = false,
        presentation: FormPresentation = .sheet, save: String? = nil
    ) {
        self.id = id
        classes = presentation == .popover ? "\(purpose.classes) beside" : purpose.classes
        self.title = title
        self.save = save ?? (purpose == .create ? localized("Create") : localized("Save"))
        self.action = action
        self.version = version
        self.cover = cover
        self.refusal = refusal
        isRefused = refusal != nil || !form.faults.isEmpty
        self.isOpen = isOpen || isRefused
        self.leads = leads
        refused = isRefused ? leads : nil
        let last = form.cells.last?.name
        sections = form.sections.map { section in
            Section(
                heading: section.heading,
                cells: section.cells.map { cell in
                    FormCellView(cell, isLast: cell.name == last, files: files.map(\.file)).html
                })
        }
        confirmDiscard = ConfirmationView(discardingChangesIn: id).html
    }

    public static let template = """
        <dialog id="{{id}}" class="{{classes}} object-form" aria-labelledby="{{id}}-title"{{#isOpen}} data-open{{/isOpen}}{{#refused}} data-refused="{{.}}"{{/refused}}{{#leads}} data-leads="{{.}}"{{/leads}}>
        <form method="post" action="{{action}}" enctype="multipart/form-data" class="entry-form" data-entry>
        <header class="bar"><button type="button" class="button plain" data-closes><span class="icon icon-x-lg" aria-hidden="true"></span><span class="caption">Cancel</span></button><h2 id="{{id}}-title">{{title}}</h2><button class="button plain" data-saves>{{save}}</button></header>
        <div class="form-cells">
        {{#refusal}}<div class="message-strip" role="alert"><span class="icon icon-exclamation-circle" aria-hidden="true"></span><p>{{.}}</p></div>{{/refusal}}
        {{#version}}<input type="hidden" name="version" value="{{.}}">{{/version}}
        {{#cover}}<div class="key-facts">{{#picture}}<img alt="First page" loading="lazy" src="{{.}}">{{/picture}}<p><span class="headline">{{title}}</span><span class="subhead">{{facts}}</span></p></div>{{/cover}}
        {{#sections}}<section class="form-section">{{#heading}}<h3>{{.}}</h3>{{/heading}}
        {{#cells}}{{{.}}}
        {{/cells}}</section>
        {{/sections}}
        </div>
        </form>
        </dialog>
        {{{confirmDiscard}}}
        """
}
