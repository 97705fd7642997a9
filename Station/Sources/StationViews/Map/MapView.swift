public import StationRules

/// The map: a canvas that `web/patterns/map/map.js` draws, its toolbar, and its panels.
public struct MapView: View {
    struct Kind: Sendable {
        let label: String
        let color: String
        let icon: String
    }

    struct Layer: Sendable {
        let name: String
        let label: String
        let isShown: Bool
    }

    public let title = MapTexts.title
    let extents: String?
    let types: [Kind]
    let panel: String
    let icons: String
    let data = MapTexts.markers
    let layers: [Layer]
    let plans: [Layer]
    let hasPlans: Bool
    let grounds: [Choice]
    let radii: [Choice]
    let units: [Choice]
    let ground: String
    let isEditing: Bool
    let version: Int

    /// - Parameters:
    ///   - extents: The bounds of everything shown; `nil` if the map is empty.
    ///   - panel: The panel as HTML.
    ///   - plans: The identifiers and names of plans.
    ///   - version: The version of the markers.
    public init(
        _ settings: MapSettings, extents: MapBounds?, panel: MapPanelsView, plans: [(id: Int64, name: String)],
        isEditing: Bool, version: Int
    ) {
        self.extents = extents?.text
        self.panel = panel.html
        self.isEditing = isEditing
        self.version = version
        types = MapType.allCases.map { Kind(label: $0.label, color: "\($0.number)", icon: $0.icon) }
        icons = (MapGlyph.icons + ["camera"]).joined(separator: " ")
        ground = settings.ground.rawValue
        layers = MapSettings.Layer.allCases.map {
            Layer(name: $0.rawValue, label: $0.label, isShown: settings.shows($0))
        }
        self.plans = plans.map {
            Layer(name: "\($0.id)", label: $0.name, isShown: !settings.hiddenPlans.contains($0.id))
        }
        hasPlans = !plans.isEmpty
        grounds = MapSettings.Ground.allCases.map {
            Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == settings.ground)
        }
        radii = MapSettings.radii.map {
            Choice(name: "\($0)", label: settings.units.text(Double($0)), isChosen: $0 == settings.radius)
        }
        units = MapUnits.allCases.map { Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == settings.units) }
    }

    public static let template = """
        <header class="titlebar map-title"><a class="button plain" href="/documents" aria-label="Documents"><span class="icon icon-chevron-left" aria-hidden="true"></span><span class="word">Documents</span></a><h1>{{title}}</h1><span class="space"></span><button type="button" class="button map-editing" popovertarget="map-add" aria-haspopup="menu"><span class="icon icon-plus-lg" aria-hidden="true"></span>Add</button><button type="button" class="button" popovertarget="map-more" aria-label="More"><span class="icon icon-three-dots" aria-hidden="true"></span></button></header>
        <st-map class="map" data-ground="{{ground}}" data-version="{{version}}" data-icons="{{icons}}" data-markers="{{data}}"{{#extents}} data-extents="{{.}}"{{/extents}}>
        <div class="map-view" role="application" tabindex="0" aria-label="Map: arrow keys move it, plus and minus zoom, Enter chooses what is in its middle. Everything on it is in the list beside it."><canvas aria-hidden="true"></canvas><div class="map-marks"></div></div>
        <div class="map-toolbar" role="toolbar" aria-label="Map">
        <button type="button" class="bar-button" data-opens="map-settings" aria-label="Map Settings"><span class="icon icon-gear" aria-hidden="true"></span></button>
        <button type="button" class="bar-button" data-map="position" aria-pressed="false" aria-label="Current Position"><span class="icon icon-geo" aria-hidden="true"></span></button>
        <button type="button" class="bar-button" data-map="panels" aria-pressed="true" aria-label="Show Panels"><span class="icon icon-layout-sidebar" aria-hidden="true"></span></button>
        <button type="button" class="bar-button" popovertarget="map-legend" aria-label="Legend"><span class="icon icon-info-circle" aria-hidden="true"></span></button>
        <button type="button" class="bar-button" data-map="extents" aria-label="Show All"><span class="icon icon-arrows-fullscreen" aria-hidden="true"></span></button>
        </div>
        <p class="map-note" role="status" aria-live="polite"></p>
        {{{panel}}}
        </st-map>
        <div id="map-add" popover class="popover" role="menu" aria-label="Add"><a class="entry" role="menuitem" href="/map?new=place" data-map-link><span class="icon icon-geo-alt" aria-hidden="true"></span><span class="text">Point</span></a><a class="entry" role="menuitem" href="/map?new=line" data-map-link><span class="icon icon-slash-lg" aria-hidden="true"></span><span class="text">Line</span></a><a class="entry" role="menuitem" href="/map?new=area" data-map-link><span class="icon icon-bounding-box" aria-hidden="true"></span><span class="text">Area</span></a><a class="entry" role="menuitem" href="/map?new=round" data-map-link><span class="icon icon-signpost-split" aria-hidden="true"></span><span class="text">Route</span></a></div>
        <div id="map-more" popover class="popover" aria-label="More"><div class="entries"><a class="entry" href="/map/scan"><span class="icon icon-qr-code" aria-hidden="true"></span><span class="text">Scan a Label</span></a><a class="entry" href="/map/labels"><span class="icon icon-printer" aria-hidden="true"></span><span class="text">Print Labels…</span></a><a class="entry" href="/map/plans"><span class="icon icon-map" aria-hidden="true"></span><span class="text">Floor Plans…</span></a><a class="entry" href="/map/export" download><span class="icon icon-download" aria-hidden="true"></span><span class="text">Export as GeoJSON</span></a><button type="button" class="entry" data-opens="map-import"><span class="icon icon-upload" aria-hidden="true"></span><span class="text">Import GeoJSON…</span></button></div></div>
        <div id="map-legend" popover class="map-legend" role="region" aria-labelledby="map-legend-title"><div class="bar"><h2 id="map-legend-title">Legend</h2><span class="space"></span><button type="button" class="round" popovertarget="map-legend" popovertargetaction="hide" aria-label="Close"><span class="icon icon-x-lg" aria-hidden="true"></span></button></div><ul>{{#types}}<li><span class="map-symbol map-color-{{color}}"><span class="icon icon-{{icon}}" aria-hidden="true"></span></span>{{label}}</li>{{/types}}<li><span class="map-symbol map-color-0">9</span>Several of one kind</li><li><span class="map-symbol map-color-mixed">9</span>Several kinds</li><li><span class="map-symbol-line" aria-hidden="true"></span>Line</li><li><span class="map-symbol-area" aria-hidden="true"></span>Area</li><li><span class="map-symbol-round" aria-hidden="true"></span>Round with its stops</li><li><span class="map-symbol-position" aria-hidden="true"></span>Your position</li></ul></div>
        <dialog class="sheet" id="map-settings" aria-labelledby="map-settings-title"><form method="post" action="/map/settings"><div class="bar"><button type="button" class="button plain" data-closes>Cancel</button><h2 id="map-settings-title">Map Settings</h2><button class="button plain">Save</button></div>
        <div class="map-fields"><fieldset><legend>Map view</legend>{{#grounds}}<label class="map-choice"><input type="radio" name="ground" value="{{name}}"{{#isChosen}} checked{{/isChosen}}> {{label}}</label>{{/grounds}}</fieldset>
        <fieldset><legend>Layers</legend>{{#layers}}<label class="map-choice"><input type="checkbox" name="layer" value="{{name}}"{{#isShown}} checked{{/isShown}}> {{label}}</label>{{/layers}}</fieldset>
        {{#hasPlans}}<fieldset><legend>Floor plans</legend>{{#plans}}<label class="map-choice"><input type="checkbox" name="plan" value="{{name}}"{{#isShown}} checked{{/isShown}}> {{label}}</label>{{/plans}}</fieldset>{{/hasPlans}}
        <div><label for="map-radius">What is near me lies within</label><select id="map-radius" name="radius">{{#radii}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/radii}}</select></div>
        <div><label for="map-units">Units</label><select id="map-units" name="units">{{#units}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/units}}</select></div></div></form></dialog>
        <dialog class="sheet" id="map-import" aria-labelledby="map-import-title"><form method="post" action="/map/import" enctype="multipart/form-data"><div class="bar"><button type="button" class="button plain" data-closes>Cancel</button><h2 id="map-import-title">Import GeoJSON</h2><button class="button plain">Import</button></div><div class="map-fields"><p>Points become places, lines lines, polygons areas. Places get labels.</p><div><label for="map-file">GeoJSON file</label><input type="file" id="map-file" name="file" accept=".geojson,.json,application/geo+json,application/json" required></div></div></form></dialog>
        """
}

/// The panels of the map: the list of all objects, covered by the panel of the selection.
public struct MapPanelsView: View {
    struct Chip: Sendable {
        let label: String
        let path: String
        let isChosen: Bool
    }

    let text: String
    let kind: String?
    let near: String?
    let chips: [Chip]
    let rows: String
    let detail: String?
    let selection: String?
    let searchLabel = MapTexts.search

    /// - Parameters:
    ///   - kinds: The filters with their URLs.
    ///   - rows: The rows as HTML.
    ///   - detail: The panel over the list as HTML, if any.
    ///   - selection: The map's selection as JSON.
    public init(
        text: String, kind: String?, near: String?, kinds: [(label: String, path: String, isChosen: Bool)],
        rows: MapRowsView, detail: String?, selection: String?
    ) {
        self.text = text
        self.kind = kind
        self.near = near
        chips = kinds.map { Chip(label: $0.label, path: $0.path, isChosen: $0.isChosen) }
        self.rows = rows.html
        self.detail = detail
        self.selection = selection
    }

    public static let template = """
        <div class="map-panels" id="map-panels" data-part{{#selection}} data-selection="{{.}}"{{/selection}}>
        <section class="map-panel map-list" id="map-list" aria-label="Everything on the map" tabindex="-1" data-scrolls{{#detail}} inert{{/detail}}>
        <search><form class="map-search" method="get" action="/map"><span class="icon icon-search" aria-hidden="true"></span><input type="search" name="q" value="{{text}}" maxlength="60" autocomplete="off" enterkeyhint="search" aria-label="{{searchLabel}}" placeholder="{{searchLabel}}">{{#kind}}<input type="hidden" name="kind" value="{{.}}">{{/kind}}{{#near}}<input type="hidden" name="near" value="{{.}}">{{/near}}</form></search>
        <div class="map-chips" role="toolbar" aria-label="Filters">{{#chips}}<a class="chip" role="button" href="{{path}}" data-map-link aria-pressed="{{#isChosen}}true{{/isChosen}}{{^isChosen}}false{{/isChosen}}"><span class="text">{{label}}</span></a>{{/chips}}<a class="chip" role="button" href="/map" data-map="near" aria-pressed="{{#near}}true{{/near}}{{^near}}false{{/near}}"><span class="text">Near me</span></a></div>
        {{{rows}}}
        </section>
        {{{detail}}}
        </div>
        """
}

/// Objects in a panel, each with a link.
public struct MapRowsView: View {
    public struct Row: Sendable {
        let path: String
        let icon: String
        let color: String
        let picture: String?
        let title: String
        let subtitle: String?
        public var number: String?
        /// A letter that replaces the icon.
        public var letter: String?
        let isLink: Bool

        /// - Parameters:
        ///   - isOnMap: Whether it leads to another panel rather than another screen.
        public init(
            path: String, icon: String, color: String, picture: String? = nil, title: String, subtitle: String? = nil,
            number: String? = nil, isOnMap: Bool = true
        ) {
            (self.path, self.icon, self.color, self.picture) = (path, icon, color, picture)
            (self.title, self.subtitle, self.number, self.isLink) = (title, subtitle, number, isOnMap)
        }
    }

    let rows: [Row]
    let hasRows: Bool
    let empty: String?
    let more: String?
    let before: String?

    public init(_ rows: [Row], empty: String?, before: String? = nil, more: String? = nil) {
        self.rows = rows
        hasRows = !rows.isEmpty
        self.empty = rows.isEmpty ? empty : nil
        self.more = more
        self.before = before
    }

    public static let template = """
        {{#empty}}<p class="map-empty">{{.}}</p>{{/empty}}{{#before}}<p class="map-more"><a class="button plain" href="{{.}}" data-map-link>Earlier Entries</a></p>{{/before}}{{#hasRows}}<ul class="map-rows">{{#rows}}<li><a class="cell" href="{{path}}"{{#isLink}} data-map-link{{/isLink}}>{{#picture}}<img class="leading" src="{{.}}" alt="" loading="lazy">{{/picture}}{{^picture}}<span class="map-symbol map-color-{{color}}">{{#letter}}{{.}}{{/letter}}{{^letter}}<span class="icon icon-{{icon}}" aria-hidden="true"></span>{{/letter}}</span>{{/picture}}<span class="text"><span class="headline">{{title}}</span>{{#subtitle}}<span class="subhead">{{.}}</span>{{/subtitle}}</span>{{#number}}<span class="subhead">{{.}}</span>{{/number}}</a></li>{{/rows}}</ul>{{/hasRows}}{{#more}}<p class="map-more"><a class="button plain" href="{{.}}" data-map-link>More Entries</a></p>{{/more}}
        """
}

/// The panel of the selection: a marker, a cluster, a line, an area, a round or a captured page.
public struct MapDetailView: View {
    public struct Fact: Sendable {
        let label: String
        let text: String

        public init(_ label: String, _ text: String) { (self.label, self.text) = (label, text) }
    }

    public struct Action: Sendable {
        let label: String
        let icon: String
        let path: String
        let isEdit: Bool
        let isOnMap: Bool

        /// - Parameter isEdit: Whether it is an edit action, shown only in wide windows.
        public init(_ label: String, icon: String, path: String, isEdit: Bool = false, isOnMap: Bool = false) {
            (self.label, self.icon, self.path) = (label, icon, path)
            (self.isEdit, self.isOnMap) = (isEdit, isOnMap)
        }
    }

    public struct Directions: Sendable {
        let path: String
        let text: String?
        let external: String

        /// - Parameter text: Distance and bearing; `nil` if not requested yet.
        public init(path: String, text: String?, external: String) {
            (self.path, self.text, self.external) = (path, text, external)
        }
    }

    public struct Picture: Sendable {
        let source: String
        let path: String
        let alt: String

        public init(_ source: String, path: String, alt: String) {
            (self.source, self.path, self.alt) = (source, path, alt)
        }
    }

    let title: String
    let path: String?
    let subtitle: String?
    let back: String
    let facts: [Fact]
    let hasFacts: Bool
    let note: String?
    let picture: Picture?
    let directions: Directions?
    let actions: [Action]
    let hasActions: Bool
    let confirmation: String?
    let heading: String?
    let rows: String?

    /// - Parameters:
    ///   - path: The link of its title; `nil` without further details.
    ///   - back: The URL for closing it.
    public init(
        title: String, path: String? = nil, subtitle: String? = nil, back: String, facts: [Fact] = [],
        note: String? = nil, picture: Picture? = nil, directions: Directions? = nil, actions: [Action] = [],
        confirmation: String? = nil, heading: String? = nil, rows: MapRowsView? = nil
    ) {
        (self.title, self.path, self.subtitle, self.back) = (title, path, subtitle, back)
        self.facts = facts
        hasFacts = !facts.isEmpty
        self.note = note.flatMap { $0.isEmpty ? nil : $0 }
        self.picture = picture
        self.directions = directions
        self.actions = actions
        hasActions = !actions.isEmpty
        self.confirmation = confirmation
        self.heading = heading
        self.rows = rows?.html
    }

    public static let template = """
        <section class="map-panel map-detail" id="map-detail" aria-labelledby="map-detail-title" tabindex="-1">
        <header class="map-head"><div><h2 id="map-detail-title">{{#path}}<a href="{{.}}">{{title}}</a>{{/path}}{{^path}}{{title}}{{/path}}</h2>{{#subtitle}}<p class="subhead">{{.}}</p>{{/subtitle}}</div><a class="round" href="{{back}}" data-map-link data-map-close aria-label="Close"><span class="icon icon-x-lg" aria-hidden="true"></span></a></header>
        {{#picture}}<a class="map-preview" href="{{path}}"><img src="{{source}}" alt="{{alt}}"></a>{{/picture}}
        {{#hasFacts}}<dl class="map-facts">{{#facts}}<div><dt>{{label}}</dt><dd>{{text}}</dd></div>{{/facts}}</dl>{{/hasFacts}}
        {{#note}}<p class="map-text">{{.}}</p>{{/note}}
        {{#directions}}<div class="map-directions"><a class="button" href="{{path}}" data-map="directions"><span class="icon icon-compass" aria-hidden="true"></span>Directions</a>{{#text}}<p class="map-way" role="status">{{.}}</p>{{/text}}<a class="subhead" href="{{external}}" target="_blank" rel="noopener noreferrer external"><span class="icon icon-box-arrow-up-right" aria-hidden="true"></span>Show the way on openstreetmap.org (another website)</a></div>{{/directions}}
        {{#hasActions}}<ul class="map-actions">{{#actions}}<li{{#isEdit}} class="map-editing"{{/isEdit}}><a class="entry" href="{{path}}"{{#isOnMap}} data-map-link{{/isOnMap}}><span class="icon icon-{{icon}}" aria-hidden="true"></span><span class="text">{{label}}</span></a></li>{{/actions}}{{#confirmation}}<li class="map-editing"><button type="button" class="entry" data-opens="map-delete"><span class="icon icon-trash" aria-hidden="true"></span><span class="text">Delete…</span></button></li>{{/confirmation}}</ul>{{/hasActions}}
        {{#heading}}<h3>{{.}}</h3>{{/heading}}
        {{{rows}}}
        {{{confirmation}}}
        </section>
        """
}

/// The form of an object in the panel. Points are placed on the map or typed.
public struct MapFormView: View {
    struct Corner: Sendable {
        let number: Int
        let value: String
        let isWrong: Bool

        init(_ number: Int, _ value: String) {
            (self.number, self.value) = (number, value)
            isWrong = !value.isEmpty && GeoPoint(entered: value) == nil
        }
    }

    struct Stop: Sendable {
        let number: Int
        let options: [Choice]
    }

    let title: String
    let action: String
    let cancel: String
    let kind: String
    let name: String
    let note: String
    let version: String?
    let glyph: String
    let showsPicture: Bool
    let isPlace: Bool
    let isRound: Bool
    let types: [Choice]
    let plans: [Choice]
    let hasPlans: Bool
    let corners: [Corner]
    let stops: [Stop]
    let hint: String
    let failure: String?
    let maximumName = MapObject.nameCharacters.upperBound
    let maximumNote = MapObject.maximumNoteCharacters
    let coordinates = MapTexts.coordinates

    /// - Parameters:
    ///   - plans: The identifiers and names of plans.
    ///   - places: The choices for the stops of a round.
    ///   - failure: The error in the submitted form.
    public init(
        _ object: MapObject, id: Int64?, version: Int?, plans: [(id: Int64, name: String)],
        places: [(id: Int64, name: String)], corners: [String], action: String, cancel: String, failure: String? = nil
    ) {
        title = id == nil ? MapTexts.new(object.kind) : MapTexts.edit(object.kind)
        self.action = action
        self.cancel = cancel
        kind = object.kind.rawValue
        name = object.name
        note = object.note
        self.version = version.map(String.init)
        showsPicture = object.glyph == MapGlyph.picture.text
        glyph = showsPicture ? "" : object.glyph ?? ""
        isPlace = object.kind == .place
        isRound = object.kind == .round
        types = MapType.places.map { Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == object.type) }
        self.plans = plans.map { Choice(name: "\($0.id)", label: $0.name, isChosen: $0.id == object.plan) }
        hasPlans = !plans.isEmpty
        let shown = corners.isEmpty && object.kind == .place ? [""] : corners
        self.corners = object.kind == .round ? [] : shown.enumerated().map { Corner($0 + 1, $1) }
        let chosen = object.kind == .round ? (object.stops.map { Optional($0) } + [nil]) : []
        stops = chosen.enumerated().map { number, stop in
            Stop(
                number: number + 1,
                options: places.map { Choice(name: "\($0.id)", label: $0.name, isChosen: $0.id == stop) })
        }
        hint = MapTexts.hint(object.kind)
        self.failure = failure
    }

    public static let template = """
        <section class="map-panel map-detail map-form" id="map-detail" aria-labelledby="map-detail-title" tabindex="-1" data-edits="{{kind}}">
        <p class="map-narrow">Editing needs a wider window. <a href="{{cancel}}" data-map-link>Cancel</a></p>
        <form method="post" action="{{action}}" enctype="multipart/form-data" data-map-form>
        <header class="map-head"><h2 id="map-detail-title">{{title}}</h2></header>
        {{#failure}}<p class="error" id="map-failure" role="alert">{{.}}</p>{{/failure}}
        <p class="map-text">{{hint}}</p>
        <input type="hidden" name="kind" value="{{kind}}">{{#version}}<input type="hidden" name="version" value="{{.}}">{{/version}}
        <div><label for="map-name">Name</label><input type="text" id="map-name" name="name" value="{{name}}" maxlength="{{maximumName}}" required autocomplete="off"></div>
        {{#isPlace}}<div><label for="map-type">Kind of place</label><select id="map-type" name="type">{{#types}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/types}}</select></div>
        <div><label for="map-glyph">In the marker: one or two letters, or a number (empty for the symbol of its kind)</label><input type="text" id="map-glyph" name="glyph" value="{{glyph}}" maxlength="20" autocomplete="off"><label class="map-choice"><input type="checkbox" name="picture" value="yes"{{#showsPicture}} checked{{/showsPicture}}> A picture: the first page in it</label></div>
        {{#hasPlans}}<div><label for="map-plan">On the floor plan</label><select id="map-plan" name="plan"><option value="">None</option>{{#plans}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/plans}}</select></div>{{/hasPlans}}{{/isPlace}}
        {{^isRound}}<fieldset class="map-corners"><legend>{{coordinates}}</legend><ol>{{#corners}}<li><input type="text" name="corner" value="{{value}}" inputmode="text" autocomplete="off" aria-label="{{coordinates}} {{number}}"{{#isWrong}} aria-invalid="true" aria-describedby="map-failure"{{/isWrong}}><button type="button" class="round" data-removes-corner aria-label="Remove point {{number}}"><span class="icon icon-x-lg" aria-hidden="true"></span></button></li>{{/corners}}</ol></fieldset>{{/isRound}}
        {{#isRound}}<fieldset class="map-corners"><legend>Stops</legend><ol>{{#stops}}<li><select name="stop" aria-label="Stop {{number}}"><option value="">None</option>{{#options}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/options}}</select></li>{{/stops}}</ol></fieldset>{{/isRound}}
        <div><label for="map-note">Note</label><textarea id="map-note" name="note" maxlength="{{maximumNote}}" rows="2">{{note}}</textarea></div>
        <p class="actions"><a class="button" href="{{cancel}}" data-map-link>Cancel</a><button class="button primary">Save</button></p>
        </form>
        </section>
        """
}

/// The error for a file that could not be imported, with a field to choose another.
public struct MapImportView: View {
    let title = MapTexts.importTitle
    let failure: String

    public init(failure: String) { self.failure = failure }

    public static let template = """
        <section class="map-panel map-detail" id="map-detail" aria-labelledby="map-detail-title" tabindex="-1">
        <header class="map-head"><h2 id="map-detail-title">{{title}}</h2><a class="round" href="/map" data-map-link data-map-close aria-label="Close"><span class="icon icon-x-lg" aria-hidden="true"></span></a></header>
        <form method="post" action="/map/import" enctype="multipart/form-data" class="map-fields"><div><label for="map-other-file">GeoJSON file</label><input type="file" id="map-other-file" name="file" accept=".geojson,.json,application/geo+json,application/json" required aria-invalid="true" aria-describedby="map-other-file-error"><p class="error" id="map-other-file-error" role="alert">{{failure}}</p></div><p class="actions"><button class="button primary">Import</button></p></form>
        </section>
        """
}
