public import StationRules

/// The dialog with the order of a list and all of its filters.
public struct FilterFormView: View {
    /// A filter, presented according to its kind.
    struct Cell: Sendable {
        let name: String
        let label: String
        var row: String?
        var isPicker = false
        var isSearched = false
        var chosen = ""
        var isDays = false
        /// Whether the switch for its dates is on.
        var isOn = false
        var isRange = false
        var isSteps = false
        var maximum = 0
        var lowest = ""
        var highest = ""
        var values: [Value] = []
        var from = ""
        var to = ""
    }

    struct Value: Sendable {
        let name: String
        let type: String
        let value: String
        let text: String
        let isChosen: Bool
    }

    struct Criterion: Sendable {
        let label: String
        let isChosen: Bool
        let isUsual: Bool
        let value: String
        let direction: String
        let opposite: FilterForm.Value?
    }

    struct Hidden: Sendable {
        let name: String
        let value: String
    }

    let title: String
    /// Whether it is the form of a single filter.
    let isSelection: Bool
    let kept: [Hidden]
    /// The order by several criteria, in the format of URLs.
    let sort: String?
    let orders: [Value]
    let hasOrders: Bool
    let criteria: [Criterion]
    let orderHelp = ListTexts.orderHelp
    let needsOrder = ListTexts.needsOrder
    let cells: [Cell]
    let results: String
    let show: String
    let path: String
    let countPath = "\(Place.library.path)/count"
    let classes = ModalPurpose.edit.classes

    /// - Parameters:
    ///   - path: The path of the list without its query.
    ///   - count: The current number of documents in the list.
    ///   - all: The number of documents without filters.
    ///   - only: The only filter to show.
    public init(
        _ query: ListQuery, names: ListNames, path: String, count: Int, of all: Int, only: ListFilter.Field? = nil
    ) {
        let form = FilterForm(query, names: names, only: only)
        title = only?.label ?? ListTexts.filterTitle
        isSelection = only != nil
        kept = form.kept.map { Hidden(name: $0.name, value: $0.value) }
        let (single, several): ([FilterForm.Value], [FilterForm.Criterion]) =
            switch form.order {
            case nil: ([], [])
            case .one(let values): (values, [])
            case .several(let criteria): ([], criteria)
            }
        orders = single.map {
            Value(name: "sort", type: "radio", value: $0.value, text: $0.label, isChosen: $0.isChosen)
        }
        hasOrders = !orders.isEmpty
        sort = several.isEmpty ? nil : query.order.map(\.description).joined(separator: ",")
        criteria = several.map { criterion in
            Criterion(
                label: criterion.label, isChosen: criterion.isChosen, isUsual: criterion.isUsual,
                value: criterion.directions[0].value, direction: criterion.directions[0].label,
                opposite: criterion.directions.dropFirst().first)
        }
        cells = form.cells.map { shown in
            var cell = Cell(shown)
            // A single filter needs no switch.
            if only != nil { cell.isOn = true }
            return cell
        }
        results = ListTexts.results(count, of: all)
        show = ListTexts.show(count)
        self.path = path
    }

    public static let template = """
        <div id="filter-part" data-part><dialog id="filter" class="{{classes}} filter{{#isSelection}} selection{{/isSelection}}" aria-labelledby="filter-title">
        <form method="get" action="{{path}}" data-list data-count="{{countPath}}">
        <header class="bar"><button type="button" class="button plain" data-cancels>Cancel</button><span class="two-lines"><h2 id="filter-title">{{title}}</h2><span class="subhead" data-results>{{results}}</span></span><button type="button" class="button plain" data-resets>Reset</button></header>
        <div class="filter-cells">
        {{#kept}}<input type="hidden" name="{{name}}" value="{{value}}">{{/kept}}
        {{#hasOrders}}<fieldset class="filter-cell"><legend>Sort By</legend><div class="chips-row">{{#orders}}<label><input type="{{type}}" name="{{name}}" value="{{value}}"{{#isChosen}} checked{{/isChosen}}><span>{{text}}</span></label>{{/orders}}</div></fieldset>{{/hasOrders}}
        {{#sort}}<input type="hidden" name="sort" value="{{.}}">
        <fieldset class="filter-cell order" data-order><legend>Sort By</legend><ul>{{#criteria}}<li{{#isUsual}} data-usual{{/isUsual}}><label><input type="checkbox" value="{{value}}"{{#isChosen}} checked{{/isChosen}}><span>{{label}}</span></label>{{#opposite}}<button type="button" class="button plain" data-direction="{{value}}" data-opposite="{{label}}">{{direction}}</button>{{/opposite}}{{^opposite}}<span class="subhead">{{direction}}</span>{{/opposite}}<button type="button" class="handle" aria-label="Move {{label}}" aria-description="Arrow keys move it."{{^isChosen}} hidden{{/isChosen}}><span class="icon icon-grip-horizontal" aria-hidden="true"></span></button></li>{{/criteria}}</ul><p class="subhead" data-helps>{{orderHelp}}</p><p class="error" role="alert" hidden>{{needsOrder}}</p></fieldset>{{/sort}}
        {{#cells}}
        {{#row}}<fieldset class="filter-cell"><legend>{{label}}</legend><div class="{{.}}">{{#values}}<label><input type="{{type}}" name="{{name}}" value="{{value}}"{{#isChosen}} checked{{/isChosen}}><span>{{text}}</span></label>{{/values}}</div></fieldset>{{/row}}
        {{#isPicker}}<fieldset class="filter-cell"><legend class="hidden">{{label}}</legend><details class="picker"{{#isSelection}} open{{/isSelection}}><summary><span>{{label}}</span><span class="subhead" data-chosen>{{chosen}}</span><span class="icon icon-chevron-down" aria-hidden="true"></span></summary>{{#isSearched}}<input type="search" data-narrows aria-label="Search {{label}}" placeholder="Search">{{/isSearched}}<ul>{{#values}}<li><label><input type="{{type}}" name="{{name}}" value="{{value}}"{{#isChosen}} checked{{/isChosen}}><span>{{text}}</span></label></li>{{/values}}</ul></details></fieldset>{{/isPicker}}
        {{#isDays}}<fieldset class="filter-cell"><legend class="hidden">{{label}}</legend><label class="switch-cell"><span>{{label}}</span><input type="checkbox" role="switch" data-reveals{{#isOn}} checked{{/isOn}}></label><div class="bounds"{{^isOn}} hidden{{/isOn}}><label>From<input type="date" name="{{name}}.from" value="{{from}}" data-lower></label><label>To<input type="date" name="{{name}}.to" value="{{to}}" data-upper></label></div></fieldset>{{/isDays}}
        {{#isRange}}<fieldset class="filter-cell"><legend>{{label}}<output data-tells>{{lowest}} – {{highest}}</output></legend><div class="range"><input type="range" min="1" max="{{maximum}}" value="{{lowest}}" aria-label="From" data-lower><input type="range" min="1" max="{{maximum}}" value="{{highest}}" aria-label="To" data-upper><input type="hidden" name="{{name}}.from" value="{{from}}"><input type="hidden" name="{{name}}.to" value="{{to}}"></div></fieldset>{{/isRange}}
        {{#isSteps}}<fieldset class="filter-cell"><legend>{{label}}</legend><div class="bounds"><div class="stepper"><label for="{{name}}-from">From</label><button type="button" class="button" data-steps="-1" aria-label="Less"><span class="icon icon-dash-lg" aria-hidden="true"></span></button><input type="number" id="{{name}}-from" name="{{name}}.from" value="{{from}}" min="1" max="{{maximum}}" step="1" data-lower><button type="button" class="button" data-steps="1" aria-label="More"><span class="icon icon-plus-lg" aria-hidden="true"></span></button></div><div class="stepper"><label for="{{name}}-to">To</label><button type="button" class="button" data-steps="-1" aria-label="Less"><span class="icon icon-dash-lg" aria-hidden="true"></span></button><input type="number" id="{{name}}-to" name="{{name}}.to" value="{{to}}" min="1" max="{{maximum}}" step="1" data-upper><button type="button" class="button" data-steps="1" aria-label="More"><span class="icon icon-plus-lg" aria-hidden="true"></span></button></div></div></fieldset>{{/isSteps}}
        {{/cells}}
        </div>
        <footer><button class="button primary" data-show>{{show}}</button></footer>
        </form>
        </dialog></div>
        """
}

extension FilterFormView.Cell {
    /// The maximum number of values without a search field.
    private static let maximumUnsearched = 10

    fileprivate init(_ cell: FilterForm.Cell) {
        self.init(name: cell.name, label: cell.label)
        func values(_ values: [FilterForm.Value]) -> [FilterFormView.Value] {
            values.map { value in
                FilterFormView.Value(
                    name: cell.name, type: cell.isMultiple ? "checkbox" : "radio", value: value.value,
                    text: value.label,
                    isChosen: value.isChosen)
            }
        }
        switch cell.kind {
        case .segments(let all): (row, self.values) = ("segments", values(all))
        case .chips(let all): (row, self.values) = ("chips-row", values(all))
        case .picker(let all):
            isPicker = true
            isSearched = all.count > Self.maximumUnsearched
            chosen = all.filter(\.isChosen).map(\.label).joined(separator: ", ")
            self.values = values(all)
        case .days(let from, let to):
            (isDays, self.from, self.to) = (true, from, to)
            isOn = !from.isEmpty || !to.isEmpty
        case .range(let maximum, let from, let to):
            (isRange, self.maximum, self.from, self.to) = (true, maximum, from, to)
            (lowest, highest) = (from.isEmpty ? "1" : from, to.isEmpty ? "\(maximum)" : to)
        case .steps(let maximum, let from, let to):
            (isSteps, self.maximum, self.from, self.to) = (true, maximum, from, to)
        }
    }
}

extension FilterFormView.Value: TemplateModel {
    package var values: [String: Any] {
        ["name": name, "type": type, "value": value, "text": text, "isChosen": isChosen]
    }
}
