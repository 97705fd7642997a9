import StationRules

/// The gallery of a draft for an edited document after all of its pages were deleted.
public struct EmptiedDraftView: View {
    let session: String
    let version: Int
    let title: String
    let close: String
    let camera: String
    let message: String
    let undo: String?
    let confirmDiscard: String
    let confirmDelete: String?
    let importing: String

    /// - Parameters:
    ///   - version: The version of the draft. The screen reloads when the draft changes.
    ///   - document: The document; `nil` if it was permanently deleted.
    ///   - undo: The URL of the form that restores the last page.
    public init(session: String, version: Int, document: Int64?, title: String, undo: String?) {
        self.session = session
        self.version = version
        self.title = title
        self.undo = undo
        close = GalleryView.Edit.path(of: document)
        camera = "/scan/\(session)"
        message = IllustratedMessageView(GalleryMessages.noPages, size: .extraLarge).html
        let discarding = "/scan/\(session)/discard?scans=0"
        confirmDiscard =
            ConfirmationView(
                document == nil ? .discardDraft(0, isScanning: false) : .discardEdit(of: title), id: "discard",
                action: discarding
            ).html
        confirmDelete =
            document == nil
            ? nil
            : ConfirmationView(.deleteDocument(title), id: "delete", action: "\(discarding)&document=delete").html
        importing = ImportAnywhereView(session: session).html
    }

    public static let template = """
        <st-pager class="gallery" id="gallery" data-part data-session="{{session}}" data-version="{{version}}">
        <header class="bar top"><a class="button plain" href="{{close}}">Close</a><h1><span class="edited">{{title}}</span></h1></header>
        <div class="stage illustrated">{{{message}}}</div>
        <div class="bar bottom tools" role="group" aria-label="Edit the document">
        {{#undo}}<form method="post" action="{{.}}" data-undo><button class="tool" id="undo" aria-keyshortcuts="Control+Z"><span class="icon icon-arrow-counterclockwise" aria-hidden="true"></span>Undo</button></form>{{/undo}}
        <a class="tool" href="{{camera}}"><span class="icon icon-camera" aria-hidden="true"></span>Scan</a>
        <button type="button" class="tool" data-import><span class="icon icon-upload" aria-hidden="true"></span>Import</button>
        {{#confirmDelete}}<button type="button" class="tool" data-opens="delete"><span class="icon icon-trash" aria-hidden="true"></span>Delete Document</button>{{/confirmDelete}}
        <button type="button" class="tool" data-opens="discard"><span class="icon icon-x-circle" aria-hidden="true"></span>Discard</button>
        </div>
        {{{confirmDiscard}}}
        {{{confirmDelete}}}
        </st-pager>
        {{{importing}}}
        """
}
