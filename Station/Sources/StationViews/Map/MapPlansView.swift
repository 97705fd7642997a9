import StationCharts
public import StationRules

/// The floor plans, and the form of a new one.
public struct MapPlansView: View {
    struct Field: Sendable {
        let id: String
        let name: String
        let label: String
        let value: String
        let isNumber: Bool
        let error: String?
    }

    public struct Plan: Sendable {
        let id: Int64
        let picture: String
        let map: String
        let name: String
        let fields: [Field]
        let confirmation: String

        /// - Parameters:
        ///   - entry: What is in its form.
        ///   - fault: What is wrong with the entry; `nil` if nothing is.
        public init(
            id: Int64, _ plan: MapPlan, _ entry: MapPlanEntry, fault: MapPlanEntry.Fault? = nil, picture: String
        ) {
            self.id = id
            self.picture = picture
            map = "/map?plan=\(id)"
            name = plan.name
            fields = MapPlansView.fields(entry, fault, of: "plan-\(id)")
            confirmation =
                ConfirmationView(
                    MapTexts.deletePlan(plan.name), id: "delete-plan-\(id)", action: "/map/plans/\(id)/delete"
                ).html
        }
    }

    public let title = MapTexts.plans
    let plans: [Plan]
    let fields: [Field]
    let fileError: String?
    let maximumName = MapPlan.nameCharacters.upperBound

    /// - Parameters:
    ///   - new: What is in the form of a new one.
    ///   - fault: What is wrong with the new one; `nil` if nothing is.
    ///   - fileError: What is wrong with its picture.
    public init(
        _ plans: [Plan], new: MapPlanEntry, fault: MapPlanEntry.Fault? = nil, fileError: String? = nil
    ) {
        self.plans = plans
        self.fileError = fileError
        fields = Self.fields(new, fault, of: "plan")
    }

    private static func fields(_ entry: MapPlanEntry, _ fault: MapPlanEntry.Fault?, of form: String) -> [Field] {
        MapPlanEntry.Field.allCases.map { field in
            Field(
                id: "\(form)-\(field.rawValue)", name: field.rawValue, label: field.label, value: entry[field],
                isNumber: field == .meters || field == .rotation, error: fault?.field == field ? fault?.text : nil)
        }
    }

    private static let fieldTemplate = """
        {{#fields}}<div><label for="{{id}}">{{label}}</label><input type="text"{{#isNumber}} inputmode="decimal"{{/isNumber}} id="{{id}}" name="{{name}}" value="{{value}}" maxlength="{{maximumName}}" required{{#error}} aria-invalid="true" aria-describedby="{{id}}-error" autofocus{{/error}}>{{#error}}<p class="error" id="{{id}}-error" role="alert">{{.}}</p>{{/error}}</div>{{/fields}}
        """

    public static let template = """
        <header class="titlebar"><a class="button plain" href="/map"><span class="icon icon-chevron-left" aria-hidden="true"></span>Map</a><h1>{{title}}</h1></header>
        <div class="map-plans">
        {{#plans}}<article class="map-plan"><a href="{{map}}"><img src="{{picture}}" alt="{{name}}" loading="lazy"></a><p class="actions"><a class="button" href="{{map}}"><span class="icon icon-map" aria-hidden="true"></span>Show on the Map</a></p><form method="post" action="/map/plans/{{id}}" class="map-fields">\(fieldTemplate)<p class="actions"><button class="button primary">Save</button><button type="button" class="button negative" data-opens="delete-plan-{{id}}">Delete…</button></p></form>{{{confirmation}}}</article>{{/plans}}
        <article class="map-plan"><h2>New Floor Plan</h2><form method="post" action="/map/plans" enctype="multipart/form-data" class="map-fields"><div><label for="plan-file">Picture (JPEG or PNG)</label><input type="file" id="plan-file" name="file" accept="image/jpeg,image/png" required{{#fileError}} aria-invalid="true" aria-describedby="plan-file-error"{{/fileError}}>{{#fileError}}<p class="error" id="plan-file-error" role="alert">{{.}}</p>{{/fileError}}</div>\(fieldTemplate)<p class="actions"><button class="button primary">Add</button></p></form></article>
        </div>
        """
}

/// Which labels are printed, and on what paper.
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

    /// - Parameters:
    ///   - chosen: The places that are marked already; all if it is empty.
    ///   - rest: How many more places there are.
    ///   - address: Of the station, which is in the codes.
    public init(
        _ places: [(id: Int64, name: String, label: PlaceLabel)], chosen: Set<Int64>, rest: Int, address: String
    ) {
        papers = LabelPaper.all.enumerated().map { Choice(name: $1.name, label: $1.label, isChosen: $0 == 0) }
        self.places = places.map {
            Place(
                id: $0.id, name: $0.name, code: $0.label.readable, isChosen: chosen.isEmpty || chosen.contains($0.id),
                isUnprintable: !LabelSheetPDF.prints($0.name))
        }
        self.rest = rest > 0 ? MapTexts.morePlaces(rest) : nil
        hasPlaces = !places.isEmpty
        empty = MapTexts.noPlaces
        self.address = address
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="/map"><span class="icon icon-chevron-left" aria-hidden="true"></span>Map</a><h1>{{title}}</h1></header>
        {{^hasPlaces}}<p>{{empty}}</p>{{/hasPlaces}}
        {{#hasPlaces}}<form method="get" action="/map/labels/sheet" class="map-fields map-labels"><p>Each label has the name of a place and a code. A phone’s camera opens the place by it, at {{address}}. So does the station’s own scanner.</p><div><label for="label-paper">Paper</label><select id="label-paper" name="paper">{{#papers}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/papers}}</select></div><div><label for="label-used">Labels of the first sheet that are gone</label><input type="number" id="label-used" name="used" value="0" min="0" max="29"></div><p class="subhead">Print it at 100 %, not fitted to the page.</p><fieldset><legend>Places</legend>{{#places}}<label class="map-choice"><input type="checkbox" name="place" value="{{id}}"{{#isChosen}} checked{{/isChosen}}> {{name}} <span class="subhead">{{code}}</span>{{#isUnprintable}}<span class="subhead">Question marks are printed for letters of this name.</span>{{/isUnprintable}}</label>{{/places}}{{#rest}}<p class="subhead">{{.}}</p>{{/rest}}</fieldset><p class="actions"><button class="button primary"><span class="icon icon-printer" aria-hidden="true"></span>Make the PDF</button></p></form>{{/hasPlaces}}
        """
}

/// What a label leads to: a place with its documents, and what can be filed there now.
public struct PlaceView: View {
    public struct Offer: Sendable {
        let name: String
        let value: String
        let label: String

        /// - Parameter name: Of the form's field: `document` or `draft`.
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
    let heading: String
    let rows: String
    let list: String?
    let labels: String

    public init(
        id: Int64, _ object: MapObject, label: PlaceLabel, offers: [Offer], heading: String, rows: MapRowsView,
        list: String?
    ) {
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
        <h2>{{heading}}</h2>
        {{{rows}}}
        {{#list}}<p class="actions"><a class="button" href="{{.}}">Show All Documents</a></p>{{/list}}
        """
}
