import StationRules

/// A cell of a form according to its kind. `web/patterns/create-edit/form.js` shows errors before the form is sent.
struct FormCellView: View {
    struct Value: Sendable {
        let id: String
        let type: String
        let value: String
        let label: String
        let isChosen: Bool
    }

    /// An existing file.
    struct File: Sendable {
        let id: Int64
        let name: String
        let size: String
        let path: String
        let isImage: Bool
        let isAudio: Bool
        let isVideo: Bool
    }

    let kind: String
    let id: String
    let name: String
    let label: String
    let text: String
    let isRequired: Bool
    let help: String?
    let fault: String?
    let missing: String
    var isLine = false
    /// The `type` of a single-line field.
    var type = ""
    var maximum: Int?
    var range: ClosedRangeText?
    /// Whether the label is the field's placeholder.
    var isTitle = false
    var isInline = false
    var isNote = false
    var isLast = false
    var isRow = false
    var row = ""
    var isPicker = false
    var isMultiple = false
    var offersNew = false
    let none: String
    var values: [Value] = []
    var chosen = ""
    var isToggle = false
    var isOn = false
    var reveals = ""
    var isSlider = false
    /// The labels of a slider's values, joined by characters that do not occur in texts.
    var told: String?
    var meaning = ""
    var isDuration = false
    var count = ""
    var units: [Choice] = []
    var isAttachments = false
    var files: [File] = []
    var isFixed = false
    /// The browser's message for an entry with the wrong format.
    var format = ""

    struct ClosedRangeText: Sendable {
        let lower: Int
        let upper: Int
    }

    /// - Parameters:
    ///   - isLast: Whether it is the last cell.
    ///   - files: The files of an attachments cell.
    ///   - none: The text for no value.
    init(_ cell: FormCell, isLast: Bool = false, files: [File] = [], none: String = localized("None")) {
        self.none = none
        id = cell.name == FilingEntry.Field.title.rawValue ? "title" : "field-\(cell.name)"
        name = cell.name
        label = cell.label
        text = cell.text
        isRequired = cell.isRequired
        help = cell.help
        fault = cell.fault
        missing = cell.missing ?? ""
        kind = cell.kind.name
        self.isLast = isLast
        func options(_ all: [FormCell.Option], isMultiple: Bool) -> [Value] {
            all.enumerated().map { index, option in
                Value(
                    id: "\(id)-\(index)", type: isMultiple ? "checkbox" : "radio", value: option.value,
                    label: option.label,
                    isChosen: cell.values.contains(option.value) || (option.value.isEmpty && cell.values.isEmpty))
            }
        }
        func line(_ type: String, _ format: String = "", range: ClosedRange<Int>? = nil) {
            (isLine, self.type, self.format) = (true, type, format)
            self.range = range.map { ClosedRangeText(lower: $0.lowerBound, upper: $0.upperBound) }
        }
        switch cell.kind {
        case .title(let maximum):
            line("text", cell.tooLongText(maximum))
            (isTitle, self.maximum) = (true, maximum)
        case .text(let maximum, let isInline):
            line("text", cell.tooLongText(maximum))
            (self.maximum, self.isInline) = (maximum, isInline)
        case .number(let range): line("number", FormCell.rangeText(range), range: range)
        case .day: line("date", FormCell.dayText)
        case .moment: line("datetime-local", FormCell.momentText)
        case .note(let maximum): (isNote, self.maximum) = (true, maximum)
        case .segments(let all): (isRow, row, values) = (true, "segments", options(all, isMultiple: false))
        case .chips(let all, let isMultiple):
            (isRow, row, values) = (true, "chips-row", options(all, isMultiple: isMultiple))
        case .picker(let all, let isMultiple, let maximumNew):
            (isPicker, self.isMultiple, offersNew, maximum) = (true, isMultiple, maximumNew != nil, maximumNew)
            // New values in a refused form.
            let known = Set(all.map(\.value))
            let new = cell.values.filter { !known.contains($0) }.map { FormCell.Option($0, $0) }
            values = options(new + all, isMultiple: isMultiple)
            values = values.filter(\.isChosen) + values.filter { !$0.isChosen }
            chosen = values.filter(\.isChosen).map(\.label).joined(separator: ", ")
        case .toggle(let cells):
            (isToggle, isOn, reveals) = (true, cell.isOn, cells.map { FormCellView($0).html }.joined())
        case .slider(let range):
            isSlider = true
            told = cell.told.isEmpty ? nil : cell.told.joined(separator: "|")
            let position = (Int(cell.text) ?? range.lowerBound) - range.lowerBound
            meaning = cell.told.indices.contains(position) ? cell.told[position] : cell.text
            self.range = ClosedRangeText(lower: range.lowerBound, upper: range.upperBound)
        case .duration(let units, let maximum):
            let duration = FormDuration(cell.text)
            (isDuration, count, self.maximum) = (true, duration.map { "\($0.count)" } ?? "", maximum)
            format = FormCell.rangeText(1...maximum)
            self.units = units.map {
                Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == duration?.unit ?? units.last)
            }
        case .attachments: (isAttachments, self.files) = (true, files)
        case .fixed: isFixed = true
        }
    }

    static let template = """
        <div class="form-cell cell-{{kind}}{{#isInline}} inline{{/isInline}}" data-cell="{{name}}">
        {{#isLine}}<label for="{{id}}"{{#isTitle}} class="hidden"{{/isTitle}}>{{label}}</label><input type="{{type}}" id="{{id}}" name="{{name}}" value="{{text}}"{{#isTitle}} placeholder="{{label}}" autofocus{{/isTitle}}{{#maximum}} maxlength="{{.}}"{{/maximum}}{{#range}} min="{{lower}}" max="{{upper}}" step="1"{{/range}}{{#isRequired}} required{{/isRequired}} autocomplete="off" data-missing="{{missing}}" data-wrong="{{format}}"{{#fault}} aria-invalid="true"{{/fault}} aria-describedby="error-{{name}}">{{/isLine}}
        {{#isNote}}<label for="{{id}}">{{label}}</label><textarea id="{{id}}" name="{{name}}" rows="3" maxlength="{{maximum}}"{{#isLast}} class="grows"{{/isLast}}{{#isRequired}} required{{/isRequired}} data-missing="{{missing}}"{{#fault}} aria-invalid="true"{{/fault}} aria-describedby="error-{{name}}">
        {{text}}</textarea>{{/isNote}}
        {{#isRow}}<fieldset aria-describedby="error-{{name}}"><legend>{{label}}</legend><div class="{{row}}">{{#values}}<label><input type="{{type}}" name="{{name}}" value="{{value}}"{{#isChosen}} checked{{/isChosen}}{{#isRequired}} required{{/isRequired}} data-missing="{{missing}}"><span>{{label}}</span></label>{{/values}}</div></fieldset>{{/isRow}}
        {{#isPicker}}<input type="hidden" name="{{name}}" value=""><details class="value-picker" data-drills><summary id="{{id}}"><span>{{label}}</span><span class="subhead" data-chosen>{{chosen}}</span><span class="icon icon-chevron-right" aria-hidden="true"></span></summary><div class="value-list" role="group" aria-label="{{label}}"><div class="bar"><button type="button" class="button plain" data-backs aria-label="Back"><span class="icon icon-chevron-left" aria-hidden="true"></span></button><p class="headline">{{label}}</p><button type="button" class="button plain" data-expands aria-label="Search" aria-expanded="false"><span class="icon icon-search" aria-hidden="true"></span></button></div>
        <input type="search" data-narrows hidden aria-label="Search {{label}}" placeholder="Search" autocomplete="off">
        {{#offersNew}}<div class="new-value"><label for="{{id}}-new">New</label><input id="{{id}}-new" name="{{name}}" data-new maxlength="{{maximum}}" autocomplete="off">{{#help}}<p class="subhead">{{.}}</p>{{/help}}</div>{{/offersNew}}
        {{#isMultiple}}<p class="subhead" data-selected-title>Selected</p><ul data-selected></ul>{{/isMultiple}}<ul data-values>{{^isMultiple}}<li><label><input type="radio" name="{{name}}" value=""><span>{{none}}</span></label></li>{{/isMultiple}}{{#values}}<li><label><input type="{{type}}" name="{{name}}" value="{{value}}"{{#isChosen}} checked{{/isChosen}}><span>{{label}}</span></label></li>{{/values}}</ul></div></details>{{/isPicker}}
        {{#isToggle}}<input type="hidden" name="{{name}}" value="no"><label class="toggle-line"><span>{{label}}</span><input type="checkbox" role="switch" id="{{id}}" name="{{name}}" value="yes"{{#isOn}} checked{{/isOn}}></label><div class="reveals">{{{reveals}}}</div>{{/isToggle}}
        {{#isSlider}}<label for="{{id}}">{{label}}</label><div class="slider"><input type="range" id="{{id}}" name="{{name}}" value="{{text}}"{{#range}} min="{{lower}}" max="{{upper}}"{{/range}} step="1"{{#told}} data-told="{{.}}"{{/told}}><output for="{{id}}">{{meaning}}</output></div>{{/isSlider}}
        {{#isDuration}}<fieldset><legend>{{label}}</legend><div class="duration"><input type="number" id="{{id}}" name="{{name}}.count" value="{{count}}" min="1" max="{{maximum}}" step="1" aria-label="{{label}}" data-wrong="{{format}}"{{#fault}} aria-invalid="true"{{/fault}} aria-describedby="error-{{name}}"><select name="{{name}}.unit" aria-label="Unit">{{#units}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/units}}</select></div></fieldset>{{/isDuration}}
        {{#isAttachments}}<p class="label" id="{{id}}-title">{{label}}</p><ul class="files" aria-labelledby="{{id}}-title">{{#files}}<li><button type="button" class="file" data-previews="{{path}}" data-kind="{{#isImage}}image{{/isImage}}{{#isAudio}}audio{{/isAudio}}{{#isVideo}}video{{/isVideo}}">{{#isImage}}<img alt="" loading="lazy" src="{{path}}?shown=">{{/isImage}}{{^isImage}}<span class="icon icon-file-earmark" aria-hidden="true"></span>{{/isImage}}<span class="text"><span class="headline">{{name}}</span><span class="subhead">{{size}}</span></span></button><label><input type="checkbox" name="remove-{{id}}" value="yes"><span>Remove</span></label></li>{{/files}}</ul><label class="button"><span class="icon icon-paperclip" aria-hidden="true"></span>Add Files<input type="file" class="hidden" id="{{id}}" name="{{name}}" multiple{{#isRequired}} required{{/isRequired}} data-missing="{{missing}}" aria-describedby="error-{{name}}"{{#fault}} aria-invalid="true"{{/fault}}></label><template data-preview><form method="dialog" class="actions"><button class="button" autofocus>Close</button></form></template>{{/isAttachments}}
        {{#isFixed}}<span class="label">{{label}}</span><span>{{text}}</span>{{/isFixed}}
        {{^offersNew}}{{#help}}<p class="subhead">{{.}}</p>{{/help}}{{/offersNew}}<p id="error-{{name}}" class="error"{{^fault}} hidden{{/fault}}>{{fault}}</p></div>
        """
}

extension FormCell.Kind {
    /// The name of its CSS class.
    fileprivate var name: String {
        switch self {
        case .title: "title"
        case .text: "text"
        case .note: "note"
        case .segments: "segments"
        case .chips: "chips"
        case .picker: "picker"
        case .toggle: "toggle"
        case .slider: "slider"
        case .number: "number"
        case .day: "day"
        case .moment: "moment"
        case .duration: "duration"
        case .attachments: "attachments"
        case .fixed: "fixed"
        }
    }
}
