import StationCharts
public import StationRules

/// The floor plans, and the form of a new one.
public struct MapPlansView: View {
    public struct Plan: Sendable {
        let id: Int64
        let picture: String
        let map: String
        let name: String
        let fields: String
        let confirmation: String

        /// - Parameters:
        ///   - entry: The entries in its form.
        ///   - fault: The error in the entries, if any.
        public init(
            id: Int64, _ plan: MapPlan, _ entry: MapPlanEntry, fault: MapPlanEntry.Fault? = nil, picture: String
        ) {
            self.id = id
            self.picture = picture
            map = "/map?plan=\(id)"
            name = plan.name
            fields = MapPlanFieldsView(entry, fault, of: "plan-\(id)").html
            confirmation =
                ConfirmationView(
                    MapTexts.deletePlan(plan.name), id: "delete-plan-\(id)", action: "/map/plans/\(id)/delete"
                ).html
        }
    }

    public let title = MapTexts.plans
    let plans: [Plan]
    let fields: String
    let fileError: String?

    /// - Parameters:
    ///   - new: The entries in the form of a new plan.
    ///   - fault: The error in the new plan, if any.
    ///   - fileError: The error in its picture.
    public init(
        _ plans: [Plan], new: MapPlanEntry, fault: MapPlanEntry.Fault? = nil, fileError: String? = nil
    ) {
        self.plans = plans
        self.fileError = fileError
        fields = MapPlanFieldsView(new, fault, of: "plan").html
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="/map"><span class="icon icon-chevron-left" aria-hidden="true"></span>Map</a><h1>{{title}}</h1></header>
        <div class="map-plans">
        {{#plans}}<article class="map-plan"><a href="{{map}}"><img src="{{picture}}" alt="{{name}}" loading="lazy"></a><p class="actions"><a class="button" href="{{map}}"><span class="icon icon-map" aria-hidden="true"></span>Show on the Map</a></p><form method="post" action="/map/plans/{{id}}" class="map-fields">{{{fields}}}<p class="actions"><button class="button primary">Save</button><button type="button" class="button negative" data-opens="delete-plan-{{id}}">Delete…</button></p></form>{{{confirmation}}}</article>{{/plans}}
        <article class="map-plan"><h2>New Floor Plan</h2><form method="post" action="/map/plans" enctype="multipart/form-data" class="map-fields"><div><label for="plan-file">Picture (JPEG or PNG)</label><input type="file" id="plan-file" name="file" accept="image/jpeg,image/png" required{{#fileError}} aria-invalid="true" aria-describedby="plan-file-error"{{/fileError}}>{{#fileError}}<p class="error" id="plan-file-error" role="alert">{{.}}</p>{{/fileError}}</div>{{{fields}}}<p class="actions"><button class="button primary">Add</button></p></form></article>
        </div>
        """
}

/// A floor plan being moved on the map.
public struct MapPlanPanelView: View {
    let id: Int64
    let name: String
    let fields: String
    let hint = MapTexts.planHint
    let middle = MapTexts.planMiddle
    let turn = MapTexts.planTurn

    public init(id: Int64, _ plan: MapPlan) {
        self.id = id
        name = plan.name
        fields = MapPlanFieldsView(MapPlanEntry(plan), nil, of: "plan").html
    }

    public static let template = """
        <section class="map-panel map-detail map-form" id="map-detail" aria-labelledby="map-detail-title" tabindex="-1">
        <form method="post" action="/map/plans/{{id}}" data-moves-plan="{{id}}" data-middle="{{middle}}" data-turn="{{turn}}">
        <header class="map-head"><h2 id="map-detail-title">{{name}}</h2></header>
        <p class="map-text map-wide">{{hint}}</p><input type="hidden" name="to" value="map">
        {{{fields}}}
        <p class="actions"><a class="button" href="/map" data-map-link>Cancel</a><button class="button primary">Save</button></p>
        </form>
        </section>
        """
}

/// The fields of a floor plan in its form.
struct MapPlanFieldsView: View {
    struct Field: Sendable {
        let id: String
        let name: String
        let label: String
        let value: String
        let isNumber: Bool
        let error: String?
    }

    let fields: [Field]
    let maximumName = MapPlan.nameCharacters.upperBound

    /// - Parameters:
    ///   - fault: The error in the entries, if any.
    ///   - form: The form's ID.
    init(_ entry: MapPlanEntry, _ fault: MapPlanEntry.Fault?, of form: String) {
        fields = MapPlanEntry.Field.allCases.map { field in
            Field(
                id: "\(form)-\(field.rawValue)", name: field.rawValue, label: field.label, value: entry[field],
                isNumber: field == .meters || field == .rotation, error: fault?.field == field ? fault?.text : nil)
        }
    }

    static let template = """
        {{#fields}}<div><label for="{{id}}">{{label}}</label><input type="text"{{#isNumber}} inputmode="decimal"{{/isNumber}} id="{{id}}" name="{{name}}" value="{{value}}" maxlength="{{maximumName}}" required{{#error}} aria-invalid="true" aria-describedby="{{id}}-error" autofocus{{/error}}>{{#error}}<p class="error" id="{{id}}-error" role="alert">{{.}}</p>{{/error}}</div>{{/fields}}
        """
}

/// The choice of labels and paper to print.
public struct MapLabelsView: View {
    struct Place: Sendable {
        let id: Int64
        let name: String
        let code: String
        let isChosen: Bool
        let isUnprintable: Bool
    }

    public let title = MapTexts.labels
    let papers: [Choice]
    let places: [Place]
    let hasPlaces: Bool
    let empty: String
    let address: String
    let rest: String?
    let used: Int
    let text: String
    let isSearched: Bool
    let drawnSize = Int(LabelSheetPDF.drawnSize)
    let failure: String?
    let warning: String?

    /// - Parameters:
    ///   - chosen: The initially selected places; `nil` for all.
    ///   - paper: The name of the selected paper; `nil` for the first.
    ///   - failure: The reason why the PDF could not be created.
    ///   - isLocal: Whether only this computer can open the URL.
    ///   - text: The search text for names.
    ///   - rest: The number of places that are not listed.
    ///   - address: The station's origin for the codes.
    public init(
        _ places: [(id: Int64, name: String, label: PlaceLabel)], chosen: Set<Int64>?, paper: LabelPaper? = nil,
        used: Int = 0, text: String = "",
        rest: Int, address: String, isLocal: Bool = false, failure: String? = nil
    ) {
        papers = LabelPaper.all.map {
            Choice(name: $0.name, label: $0.label, isChosen: $0 == paper ?? LabelPaper.all.first)
        }
        self.used = used
        self.failure = failure
        warning = isLocal ? MapTexts.onlyHere(address) : nil
        self.places = places.map {
            Place(
                id: $0.id, name: $0.name, code: $0.label.readable, isChosen: chosen?.contains($0.id) ?? true,
                isUnprintable: !LabelSheetPDF.prints($0.name))
        }
        self.text = text
        self.rest = rest > 0 ? MapTexts.morePlaces(rest) : places.isEmpty ? MapTexts.nothingFound : nil
        isSearched = rest > 0 || !text.isEmpty
        hasPlaces = !places.isEmpty || isSearched
        empty = MapTexts.noPlaces
        self.address = address
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="/map"><span class="icon icon-chevron-left" aria-hidden="true"></span>Map</a><h1>{{title}}</h1></header>
        {{^hasPlaces}}<p>{{empty}}</p>{{/hasPlaces}}
        {{#hasPlaces}}<form method="get" action="/map/labels/sheet" class="map-fields map-labels" data-drawn-size="{{drawnSize}}">{{#failure}}<p class="error" role="alert">{{.}}</p>{{/failure}}<p>Each label has the name of a place and a code. A phone’s camera opens the place by it, at {{address}}. So does the station’s own scanner.</p>{{#warning}}<p class="error">{{.}}</p>{{/warning}}<div><label for="label-paper">Paper</label><select id="label-paper" name="paper">{{#papers}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/papers}}</select></div><div><label for="label-used">Labels already used on the first sheet</label><input type="number" id="label-used" name="used" value="{{used}}" min="0" max="29"></div><p class="subhead">Print it at 100 %, not fitted to the page.</p>{{#isSearched}}<div><label for="label-text">Search</label><div class="map-find"><input type="search" id="label-text" name="q" value="{{text}}" maxlength="60"><button class="button" formaction="/map/labels">Search</button></div></div>{{/isSearched}}<fieldset><legend>Places</legend>{{#places}}<label class="map-choice"><input type="checkbox" name="place" value="{{id}}"{{#isChosen}} checked{{/isChosen}}> {{name}} <span class="subhead">{{code}}</span>{{#isUnprintable}}<span class="subhead" data-drawn="{{name}}">Letters of this name cannot be printed: its code stands in its place.</span>{{/isUnprintable}}</label>{{/places}}{{#rest}}<p class="subhead">{{.}}</p>{{/rest}}</fieldset><p class="actions"><button class="button primary"><span class="icon icon-printer" aria-hidden="true"></span>Make the PDF</button></p></form>{{/hasPlaces}}
        """
}

/// The page behind a label: a place with its documents, and the items that can be filed there now.
public struct PlaceView: View {
    public struct Offer: Sendable {
        let name: String
        let value: String
        let label: String

        /// - Parameter name: The name of the form's field: `document` or `draft`.
        public init(_ name: String, _ value: String, label: String) {
            (self.name, self.value, self.label) = (name, value, label)
        }
    }

    public let title: String
    let subtitle: String
    let note: String?
    let file: String
    let map: String
    let offers: [Offer]
    let hasOffers: Bool
    /// The draft whose document will be filed here.
    let filedDraft: String?
    let draftIsFiled = MapTexts.draftIsFiled
    let heading: String
    let rows: String
    let list: String?
    let labels: String

    public init(
        id: Int64, _ object: MapObject, label: PlaceLabel, offers: [Offer], filedDraft: String?, heading: String,
        rows: MapRowsView, list: String?
    ) {
        self.filedDraft = filedDraft
        title = object.name
        subtitle = (object.type ?? .box).label
        note = object.note.isEmpty ? nil : object.note
        map = "/map?object=\(id)"
        file = "\(PlaceLabel.path)\(label.code)/file"
        labels = "/map/labels?place=\(id)"
        self.offers = offers
        hasOffers = !offers.isEmpty
        self.heading = heading
        self.list = list
        self.rows = rows.html
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="/map" aria-label="Map"><span class="icon icon-chevron-left" aria-hidden="true"></span><span class="word">Map</span></a><h1>{{title}}</h1></header>
        <p class="subhead">{{subtitle}}</p>{{#note}}<p>{{.}}</p>{{/note}}
        <p class="actions map-place-actions"><a class="button" href="{{map}}"><span class="icon icon-map" aria-hidden="true"></span>Show on the Map</a><a class="button" href="{{labels}}"><span class="icon icon-printer" aria-hidden="true"></span>Print Label…</a></p>
        {{#hasOffers}}<section class="map-offers"><h2>File here</h2>{{#offers}}<form method="post" action="{{file}}"><input type="hidden" name="{{name}}" value="{{value}}"><button class="button primary">{{label}}</button></form>{{/offers}}</section>{{/hasOffers}}
        {{#filedDraft}}<section class="map-offers"><p>{{draftIsFiled}}</p><form method="post" action="{{file}}"><input type="hidden" name="draft" value="{{.}}"><input type="hidden" name="remove" value="yes"><button class="button">Do Not File It Here</button></form></section>{{/filedDraft}}
        <h2>{{heading}}</h2>
        {{{rows}}}
        {{#list}}<p class="actions"><a class="button" href="{{.}}">Show All Documents</a></p>{{/list}}
        """
}

/// The page behind the label of a deleted place.
public struct GonePlaceView: View {
    public let title: String
    let text: String
    let undo: String
    let mayEdit: Bool
    let heading: String
    let rows: String

    /// - Parameters:
    ///   - undo: The path of the form that restores it.
    ///   - rows: The documents that were at the place.
    public init(_ name: String, undo: String, mayEdit: Bool, heading: String, rows: MapRowsView) {
        title = name
        text = MapTexts.gonePlace(name)
        self.undo = undo
        self.mayEdit = mayEdit
        self.heading = heading
        self.rows = rows.html
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="/map" aria-label="Map"><span class="icon icon-chevron-left" aria-hidden="true"></span><span class="word">Map</span></a><h1>{{title}}</h1></header>
        <p>{{text}}</p>
        {{#mayEdit}}<form method="post" action="{{undo}}" class="map-place-actions"><button class="button">Bring It Back</button></form>{{/mayEdit}}
        <h2>{{heading}}</h2>
        {{{rows}}}
        """
}
