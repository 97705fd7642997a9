public import StationRules

/// The gallery of a session's scans, with one shown large.
public struct GalleryView: View {
    /// A scan, with the addresses of its pictures.
    public struct Scan: Sendable {
        let number: Int
        let picture: String
        let thumbnail: String
        let isSelected: Bool
        let path: String

        public init(number: Int, picture: String, thumbnail: String, isSelected: Bool, path: String) {
            self.number = number
            self.picture = picture
            self.thumbnail = thumbnail
            self.isSelected = isSelected
            self.path = path
        }
    }

    let session: String
    let path: String
    let position: String
    let picture: String
    let previous: String?
    let next: String?
    let placeBefore: Int?
    let placeAfter: Int?
    let canMove: Bool
    let filters: [Choice]
    let scans: [Scan]
    let confirmDiscard: String
    let camera: String
    let version: Int
    let save: String
    let importing: String
    let updating = LoadingIndicatorView(.overlay, label: FeedbackMessages.updating).html

    /// - Parameter version: Of the draft: the gallery is loaded again when the draft has a later one.
    public init(session: String, version: Int, gallery: ScanGallery, filter: ScanFilter, scans: [Scan]) {
        self.session = session
        self.version = version
        importing = ImportAnywhereView(session: session).html
        save = ScanCount.saveLabel(gallery.pages.count) ?? ""
        camera = "/scan/\(session)"
        let pages = "/scan/\(session)/pages"
        path = "\(pages)/\(gallery.selected)"
        position = gallery.positionText
        picture = scans[gallery.index].picture
        previous = gallery.previous.map { "\(pages)/\($0)" }
        next = gallery.next.map { "\(pages)/\($0)" }
        placeBefore = gallery.placeBefore
        placeAfter = gallery.placeAfter
        canMove = gallery.pages.count > 1
        filters = ScanFilter.allCases.map { Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == filter) }
        self.scans = scans
        confirmDiscard =
            ConfirmationView(
                .discardAll(gallery.pages.count), id: "discard",
                action: "/scan/\(session)/discard?scans=\(gallery.pages.count)"
            ).html
    }

    public static let template = """
        <st-pager class="gallery" id="gallery" data-part data-session="{{session}}" data-version="{{version}}">
        <header class="bar top">
        <a class="button plain" href="{{camera}}">Done</a>
        <h1><span class="wide">Scan {{position}}</span><span class="narrow">{{position}}</span></h1>
        <form method="post" action="{{path}}/retake"><button class="button plain">Retake</button></form>
        <form method="post" action="/scan/{{session}}/save"><button class="button primary">{{save}}</button></form>
        </header>
        <div class="stage" data-waits>
        <a class="round turn" rel="prev" aria-label="Previous scan"{{#previous}} href="{{previous}}"{{/previous}}{{^previous}} aria-disabled="true" role="link"{{/previous}}><span class="icon icon-chevron-left" aria-hidden="true"></span></a>
        <img class="scan" src="{{picture}}" alt="Scan {{position}}">
        <a class="round turn" rel="next" aria-label="Next scan"{{#next}} href="{{next}}"{{/next}}{{^next}} aria-disabled="true" role="link"{{/next}}><span class="icon icon-chevron-right" aria-hidden="true"></span></a>
        <template data-overlay>{{{updating}}}</template>
        </div>
        <form method="post" action="{{path}}/filter" class="filters" data-swaps><fieldset><legend class="hidden">Filter</legend>
        {{#filters}}<button id="filter-{{name}}" name="filter" value="{{name}}" aria-pressed="{{#isChosen}}true{{/isChosen}}{{^isChosen}}false{{/isChosen}}">{{label}}</button>{{/filters}}
        </fieldset></form>
        <ol class="strip" aria-label="Scans of this session" data-waits>
        {{#scans}}
        <li><a href="{{path}}"{{#isSelected}} aria-current="true"{{/isSelected}} aria-label="Scan {{number}}"><img alt="" src="{{thumbnail}}"></a></li>
        {{/scans}}
        </ol>
        <div class="bar bottom tools" role="group" aria-label="Edit the scan">
        <a class="tool" href="{{path}}/adjust"><span class="icon icon-bounding-box-circles" aria-hidden="true"></span>Adjust</a>
        <form method="post" action="{{path}}/rotate" data-swaps><button id="rotate" class="tool"><span class="icon icon-arrow-clockwise" aria-hidden="true"></span>Rotate</button></form>
        {{#canMove}}
        <form method="post" action="{{path}}/move"><button class="tool" name="place"{{#placeBefore}} value="{{.}}"{{/placeBefore}}{{^placeBefore}} disabled{{/placeBefore}}><span class="icon icon-arrow-bar-left" aria-hidden="true"></span>Move Left</button></form>
        <form method="post" action="{{path}}/move"><button class="tool" name="place"{{#placeAfter}} value="{{.}}"{{/placeAfter}}{{^placeAfter}} disabled{{/placeAfter}}><span class="icon icon-arrow-bar-right" aria-hidden="true"></span>Move Right</button></form>
        {{/canMove}}
        <button type="button" class="tool" data-import><span class="icon icon-upload" aria-hidden="true"></span>Import</button>
        <form method="post" action="{{path}}/delete"><button class="tool"><span class="icon icon-trash" aria-hidden="true"></span>Delete</button></form>
        <button type="button" class="tool" data-opens="discard"><span class="icon icon-x-circle" aria-hidden="true"></span>Delete All</button>
        </div>
        {{{confirmDiscard}}}
        </st-pager>
        {{{importing}}}
        """
}
