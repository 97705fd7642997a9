public import StationRules

/// The dialog with the order of a list and all of its filters.
public struct FilterFormView: View {
    /// One of them is shown as its kind says.
    struct Cell: Sendable {
        let name: String
        let label: String
        var row: String?
        var isPicker = false
        var isSearched = false
        var chosen = ""
        var isDays = false
        var isNumbers = false
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

    let text: String
    let sort: String
    let criteria: [Criterion]
    let needsOrder = ListTexts.needsOrder
    let cells: [Cell]
    let results: String
    let show: String
    let path: String
    let classes = ModalPurpose.edit.classes

    /// - Parameters:
    ///   - path: Of the list, without its query.
    ///   - count: Of the documents that the list has now.
    ///   - all: Of those of its place.
    public init(_ query: ListQuery, names: ListNames, path: String, count: Int, of all: Int) {
        let form = FilterForm(query, names: names)
        text = query.text
        sort = query.order.map(\.description).joined(separator: ",")
        criteria = form.criteria.map { criterion in
            Criterion(
                label: criterion.label, isChosen: criterion.isChosen, isUsual: criterion.isUsual,
                value: criterion.directions[0].value, direction: criterion.directions[0].label,
                opposite: criterion.directions.dropFirst().first)
        }
        cells = form.cells.map { Cell($0) }
        results = ListTexts.results(count, of: all)
        show = ListTexts.show(count)
        self.path = path
    }

    public static let template = """
        <div id="filter-part" data-part><dialog id="filter" class="{{classes}} filter" aria-labelledby="filter-title">
        <form method="get" action="{{path}}" data-list data-count="{{path}}/count">
        <header class="bar"><button type="button" class="button plain" data-cancels>Cancel</button><span class="two-lines"><h2 id="filter-title">Filter</h2><span class="subhead" data-results>{{results}}</span></span><button type="button" class="button plain" data-resets>Reset</button></header>
        <div class="filter-cells">
        <input type="hidden" name="q" value="{{text}}"><input type="hidden" name="sort" value="{{sort}}">
        <fieldset class="filter-cell order" data-order><legend>Sort By</legend><ul>{{#criteria}}<li{{#isUsual}} data-usual{{/isUsual}}><label><input type="checkbox" value="{{value}}"{{#isChosen}} checked{{/isChosen}}><span>{{label}}</span></label>{{#opposite}}<button type="button" class="button plain" data-direction="{{value}}" data-opposite="{{label}}">{{direction}}</button>{{/opposite}}{{^opposite}}<span class="subhead">{{direction}}</span>{{/opposite}}<button type="button" class="handle" aria-label="Move {{label}}" aria-description="Arrow keys move it."{{^isChosen}} hidden{{/isChosen}}><span class="icon icon-grip-horizontal" aria-hidden="true"></span></button></li>{{/criteria}}</ul><p class="error" role="alert" hidden>{{needsOrder}}</p></fieldset>
        {{#cells}}
        {{#row}}<fieldset class="filter-cell"><legend>{{label}}</legend><div class="{{.}}">{{#values}}<label><input type="{{type}}" name="{{name}}" value="{{value}}"{{#isChosen}} checked{{/isChosen}}><span>{{text}}</span></label>{{/values}}</div></fieldset>{{/row}}
        {{#isPicker}}<fieldset class="filter-cell"><legend class="hidden">{{label}}</legend><details class="picker"><summary><span>{{label}}</span><span class="subhead" data-chosen>{{chosen}}</span><span class="icon icon-chevron-down" aria-hidden="true"></span></summary>{{#isSearched}}<input type="search" data-narrows aria-label="Search {{label}}" placeholder="Search">{{/isSearched}}<ul>{{#values}}<li><label><input type="{{type}}" name="{{name}}" value="{{value}}"{{#isChosen}} checked{{/isChosen}}><span>{{text}}</span></label></li>{{/values}}</ul></details></fieldset>{{/isPicker}}
        {{#isDays}}<fieldset class="filter-cell"><legend>{{label}}</legend><div class="bounds"><label>From<input type="date" name="{{name}}.from" value="{{from}}" data-lower></label><label>To<input type="date" name="{{name}}.to" value="{{to}}" data-upper></label></div></fieldset>{{/isDays}}
        {{#isNumbers}}<fieldset class="filter-cell"><legend>{{label}}</legend><div class="bounds"><label>From<input type="number" name="{{name}}.from" value="{{from}}" min="1" step="1" data-lower></label><label>To<input type="number" name="{{name}}.to" value="{{to}}" min="1" step="1" data-upper></label></div></fieldset>{{/isNumbers}}
        {{/cells}}
        </div>
        <footer><button class="button primary" data-show>{{show}}</button><a class="button plain" href="/documents/tags">Names and Colors of Tags</a></footer>
        </form>
        </dialog></div>
        """
}

extension FilterFormView.Cell {
    /// Longer lists of values are searched.
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
        case .days(let from, let to): (isDays, self.from, self.to) = (true, from, to)
        case .numbers(let from, let to): (isNumbers, self.from, self.to) = (true, from, to)
        }
    }
}
