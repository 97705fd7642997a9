public import StationRules

/// The rules in their order, and their latest runs.
public struct FilingRulesView: View {
    public struct Row: Sendable {
        let id: Int64
        let name: String
        let conditions: String
        let actions: String
        let filed: String
        let isOn: Bool
        let isFirst: Bool
        let isLast: Bool
        let up: String
        let down: String
        let turn: String

        /// - Parameter filed: What it has done.
        public init(id: Int64, rule: FilingRule, isOn: Bool, isFirst: Bool, isLast: Bool, filed: String) {
            (self.id, self.isOn, self.isFirst, self.isLast, self.filed) = (id, isOn, isFirst, isLast, filed)
            name = rule.name
            conditions = rule.conditionTexts.joined(separator: " · ")
            actions = rule.actionTexts.joined(separator: " · ")
            (up, down) = (FilingRuleTexts.up(name), FilingRuleTexts.down(name))
            turn = FilingRuleTexts.turn(name, isOn: isOn)
        }
    }

    public struct Run: Sendable {
        let path: String
        let time: String
        let exactTime: String
        let documents: String
        let count: Int
        let rules: String
        let isUndone: Bool
        let undo: String

        /// - Parameter undo: The path of the form that undoes it.
        public init(
            id: Int64, time: String, exactTime: String, documents: Int, rules: [String], isUndone: Bool, undo: String
        ) {
            path = "\(FilingRuleTexts.path)/runs/\(id)"
            (self.time, self.exactTime, count) = (time, exactTime, documents)
            self.documents = LibraryMessages.documentCount(documents)
            self.rules = rules.joined(separator: ", ")
            (self.isUndone, self.undo) = (isUndone, undo)
        }
    }

    public let title = FilingRuleTexts.title
    let path = FilingRuleTexts.path
    let new = FilingRuleTexts.new
    let rules: [Row]
    let hasRules: Bool
    let runs: [Run]
    let hasRuns: Bool
    let empty = IllustratedMessageView(FilingRuleTexts.none, size: .extraLarge).html

    public init(_ rules: [Row], runs: [Run]) {
        (self.rules, hasRules, self.runs, hasRuns) = (rules, !rules.isEmpty, runs, !runs.isEmpty)
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="/documents" aria-label="Documents"><span class="icon icon-chevron-left" aria-hidden="true"></span><span class="word">Documents</span></a><h1>{{title}}</h1><span class="space"></span>{{#hasRules}}<a class="button" href="{{path}}/run">Run…</a>{{/hasRules}}<a class="button primary" href="{{path}}/new" aria-label="{{new}}"><span class="icon icon-plus-lg" aria-hidden="true"></span><span class="word">{{new}}</span></a></header>
        {{#hasRules}}<ol class="rules">{{#rules}}<li id="rule-{{id}}"{{^isOn}} class="off"{{/isOn}}><div class="text"><a class="headline" href="{{path}}/{{id}}">{{name}}</a>{{^isOn}}<span class="tag tag-neutral">Off</span>{{/isOn}}<p><span class="subhead">If</span> {{conditions}}</p><p><span class="subhead">Then</span> {{actions}}</p><p class="subhead">{{filed}}</p></div>
        <div class="actions"><form method="post" action="{{path}}/{{id}}/move"><input type="hidden" name="to" value="up"><button class="bar-button" aria-label="{{up}}"{{#isFirst}} disabled{{/isFirst}}><span class="icon icon-chevron-up" aria-hidden="true"></span></button></form><form method="post" action="{{path}}/{{id}}/move"><input type="hidden" name="to" value="down"><button class="bar-button" aria-label="{{down}}"{{#isLast}} disabled{{/isLast}}><span class="icon icon-chevron-down" aria-hidden="true"></span></button></form><form method="post" action="{{path}}/{{id}}/turn"><input type="hidden" name="on" value="{{#isOn}}no{{/isOn}}{{^isOn}}yes{{/isOn}}"><button class="button plain" aria-label="{{turn}}">{{#isOn}}Turn Off{{/isOn}}{{^isOn}}Turn On{{/isOn}}</button></form></div></li>{{/rules}}</ol>{{/hasRules}}
        {{^hasRules}}{{{empty}}}{{/hasRules}}
        {{#hasRuns}}<section class="rule-runs" aria-labelledby="runs-title"><h2 id="runs-title">Latest Runs</h2><ul class="rules">{{#runs}}<li><div class="text"><a href="{{path}}">{{documents}}</a><span class="subhead">{{rules}} · <time datetime="{{exactTime}}">{{time}}</time></span></div>{{#isUndone}}<span class="subhead">Undone</span>{{/isUndone}}{{^isUndone}}<form method="post" action="{{undo}}"><button class="button plain" aria-label="Undo {{rules}}, {{time}}">Undo</button></form>{{/isUndone}}</li>{{/runs}}</ul></section>{{/hasRuns}}
        """
}

/// What rules did to documents, or would do.
public struct RuleOutcomeView: View {
    public struct Value: Sendable {
        let label: String
        let before: String?
        let after: String

        public init(_ label: String, before: String, after: String) {
            self.label = label
            self.before = before.isEmpty ? nil : before
            self.after = after
        }
    }

    public struct Row: Sendable {
        let path: String
        let title: String
        let rule: String?
        let values: [Value]

        /// - Parameter rule: The name of the rule; `nil` if there is only one.
        public init(document: Int64, title: String, rule: String?, values: [Value]) {
            path = "\(Place.library.path)/\(document)"
            (self.title, self.rule, self.values) = (title, rule, values)
        }
    }

    let found: String?
    let rows: [Row]
    let more: String?

    /// - Parameters:
    ///   - rows: The first effects.
    ///   - found: What a trial found.
    ///   - documents: The number of changed documents.
    public init(_ rows: [Row], found: String? = nil, documents: Int) {
        (self.rows, self.found) = (rows, found)
        let others = documents - Set(rows.map(\.path)).count
        more = others > 0 ? FilingRuleTexts.more(others) : nil
    }

    public static let template = """
        {{#found}}<p role="status" class="rule-found">{{.}}</p>{{/found}}<ul class="rules rule-effects">{{#rows}}<li><div class="text"><a class="headline" href="{{path}}">{{title}}</a><dl>{{#values}}<div><dt class="subhead">{{label}}</dt><dd>{{#before}}<del><span class="hidden">Former value:</span> {{.}}</del> → {{/before}}{{after}}</dd></div>{{/values}}</dl></div>{{#rule}}<span class="subhead">{{.}}</span>{{/rule}}</li>{{/rows}}</ul>{{#more}}<p class="subhead">{{.}}</p>{{/more}}
        """
}

/// What a run did, or what all rules would do.
public struct RuleRunView: View {
    public let title: String
    let path = FilingRuleTexts.path
    let rules = FilingRuleTexts.title
    let run: FilingRulesView.Run?
    let outcome: String
    /// The button that runs the rules; `nil` if nothing would change.
    let starts: String?

    public init(_ run: FilingRulesView.Run, _ outcome: RuleOutcomeView) {
        (title, self.run, self.outcome, starts) = (run.documents, run, outcome.html, nil)
    }

    public init(trial: RuleOutcomeView, documents: Int) {
        (title, run, outcome) = (localized("Run Rules"), nil, trial.html)
        starts = documents > 0 ? FilingRuleTexts.run(documents) : nil
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="{{path}}"><span class="icon icon-chevron-left" aria-hidden="true"></span>{{rules}}</a><h1>{{title}}</h1></header>
        {{#run}}<p class="rule-run"><span>{{rules}} · <time datetime="{{exactTime}}">{{time}}</time></span></p><div class="actions">{{#isUndone}}<span class="subhead">Undone</span>{{/isUndone}}{{^isUndone}}<form method="post" action="{{undo}}"><button class="button">Undo</button></form>{{/isUndone}}</div>{{/run}}
        {{{outcome}}}
        {{#starts}}<form method="post" action="{{path}}/run"><button class="button primary">{{.}}</button></form>{{/starts}}
        """
}

/// The form of a rule, with what the rule would do once it was tried.
public struct FilingRuleView: View {
    public struct Trial: Sendable {
        let tried: String
        let outcome: String
        let saveAndRun: String?

        /// - Parameters:
        ///   - tried: The tried rule as text.
        ///   - changing: The number of documents that would change.
        public init(tried: String, outcome: RuleOutcomeView, changing: Int) {
            (self.tried, self.outcome) = (tried, outcome.html)
            saveAndRun = changing > 0 ? FilingRuleTexts.saveAndRun(changing) : nil
        }
    }

    struct Section: Sendable {
        let heading: String?
        let cells: [String]
    }

    public let title: String
    let rules = FilingRuleTexts.title
    let path = FilingRuleTexts.path
    let action: String
    let seen: String?
    let sections: [Section]
    let trial: Trial?
    let notice: String?
    /// The notice without a trial.
    let refusal: String?
    let isStored: Bool

    /// - Parameters:
    ///   - id: `nil` for a new rule.
    ///   - title: The name of the stored rule.
    ///   - seen: The stored rule as text.
    ///   - notice: Why it was not saved.
    public init(
        _ form: EntryForm, id: Int64?, title: String?, seen: String?, trial: Trial? = nil, notice: String? = nil
    ) {
        self.title = title ?? FilingRuleTexts.new
        action = FilingRuleTexts.path + (id.map { "/\($0)" } ?? "")
        (self.seen, self.trial, self.notice) = (seen, trial, notice)
        refusal = trial == nil ? notice : nil
        isStored = id != nil
        sections = form.sections.map { section in
            Section(heading: section.heading, cells: section.cells.map { FormCellView($0).html })
        }
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="{{path}}"><span class="icon icon-chevron-left" aria-hidden="true"></span>{{rules}}</a><h1>{{title}}</h1><span class="space"></span>{{#isStored}}<form method="post" action="{{action}}/delete"><button class="button plain negative">Delete</button></form>{{/isStored}}</header>
        <form method="post" action="{{action}}/try#outcome" class="entry-form rule-form" data-entry>
        {{#refusal}}<div class="message-strip" role="alert"><span class="icon icon-exclamation-circle" aria-hidden="true"></span><p>{{.}}</p></div>{{/refusal}}
        <p class="subhead">All members see rules.</p>
        {{#seen}}<input type="hidden" name="seen" value="{{.}}">{{/seen}}
        {{#sections}}<section class="form-section">{{#heading}}<h2>{{.}}</h2>{{/heading}}
        {{#cells}}{{{.}}}
        {{/cells}}</section>
        {{/sections}}
        <p class="actions"><button class="button{{^trial}} primary{{/trial}}">Try Rule</button></p>
        {{#trial}}<section id="outcome" class="rule-outcome" aria-labelledby="outcome-title"><h2 id="outcome-title">What the Rule Does</h2>{{#notice}}<div class="message-strip" role="alert"><span class="icon icon-exclamation-circle" aria-hidden="true"></span><p>{{.}}</p></div>{{/notice}}
        <input type="hidden" name="tried" value="{{tried}}">{{{outcome}}}
        <p class="actions"><button class="button primary" formaction="{{action}}">Save Rule</button>{{#saveAndRun}}<button class="button" formaction="{{action}}" name="run" value="yes">{{.}}</button>{{/saveAndRun}}</p></section>{{/trial}}
        </form>
        """
}
