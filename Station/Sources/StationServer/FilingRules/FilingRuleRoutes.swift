import Foundation
import HTTPTypes
import Hummingbird
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Routes for the rules that file documents.
struct FilingRuleRoutes {
    let library: Library
    let clocks: StationClocks
    let pages: StationPages
    private let work = RuleWork()

    init(library: Library, clocks: StationClocks, pages: StationPages) {
        (self.library, self.clocks, self.pages) = (library, clocks, pages)
    }

    private static let path = FilingRuleTexts.path
    private static let shownRuns = 20

    func add(to router: Routes) {
        router.get("documents/rules", to: .editDocuments, .page) { request, _ in try await list(request) }
        router.get("documents/rules/new", to: .editDocuments, .page) { request, _ in
            try await show(form(nil), of: nil, request)
        }
        router.post("documents/rules", to: .editDocuments, .page) { request, context in
            try await save(nil, request, context)
        }
        router.post("documents/rules/try", to: .editDocuments, .page) { request, context in
            try await tryOut(nil, request, context)
        }
        router.get("documents/rules/run", to: .editDocuments, .page) { request, _ in try await askToRun(request) }
        router.post("documents/rules/run", to: .editDocuments, .page) { _, _ in
            done("ran", try await work.run { try library.runRules(clock: clocks.current, at: .now) })
        }
        router.get("documents/rules/runs/:run", to: .editDocuments, .page, use: run)
        let rule = router.group("documents/rules/:rule")
        rule.get("", to: .editDocuments, .page) { request, context in
            let id = try context.rule
            let stored = try library.filingRule(id)
            return try await show(form(stored), of: (id, stored), request)
        }
        rule.post("", to: .editDocuments, .page) { request, context in
            try await save(try context.rule, request, context)
        }
        rule.post("try", to: .editDocuments, .page) { request, context in
            try await tryOut(try context.rule, request, context)
        }
        rule.post("turn", to: .editDocuments, .page) { request, context in
            let isOn = try await FormBody(request, context).text("on") == FormCell.on
            return done(isOn ? "on" : "off", try library.turnRule(try context.rule, on: isOn, at: .now))
        }
        rule.post("move", to: .editDocuments, .page) { request, context in
            let isUp = try await FormBody(request, context).text("to") == "up"
            return done("moved", try library.moveRule(try context.rule, by: isUp ? -1 : 1, at: .now))
        }
        rule.post("delete", to: .editDocuments, .page) { _, context in
            done("deleted", try library.removeRule(try context.rule, at: .now))
        }
    }

    // MARK: Screens

    private func list(_ request: Request) async throws -> Response {
        let clock = clocks.current
        let rules = try library.filingRules()
        let rows = rules.enumerated().map { index, record in
            FilingRulesView.Row(
                id: record.id, rule: record.rule, isOn: record.isOn, isFirst: index == 0,
                isLast: index == rules.count - 1,
                filed: FilingRuleTexts.filed(
                    record.documents, last: record.last.map { clock.dayAndTime($0, now: .now) }))
        }
        let runs = try library.ruleRuns(limit: Self.shownRuns).map { self.view(of: $0, clock) }
        let view = FilingRulesView(rows, runs: runs)
        return await answer(view.title, view.html, at: Self.path, request)
    }

    private func view(of run: RuleRun, _ clock: StationClock) -> FilingRulesView.Run {
        FilingRulesView.Run(
            id: run.id, time: clock.dayAndTime(run.at, now: .now), exactTime: clock.exact(run.at),
            documents: run.documents, rules: run.rules, isUndone: run.isUndone,
            undo: ListQuery.address(
                at: "\(Place.library.path)/undo/\(run.events)", [ListQuery.Item("at", Self.path)]))
    }

    private func run(_ request: Request, _ context: StationContext) async throws -> Response {
        guard let id = context.parameters.get("run", as: Int64.self) else { throw HTTPError(.notFound) }
        let (run, effects) = try library.ruleRun(id)
        let view = RuleRunView(
            self.view(of: run, clocks.current), RuleOutcomeView(rows(effects), documents: run.documents))
        return await answer(view.title, view.html, at: "\(Self.path)/runs/\(id)", request)
    }

    /// Shows what all rules would do.
    private func askToRun(_ request: Request) async throws -> Response {
        let outcome = try await work.run { try library.tryRules(clock: clocks.current) }
        let view = RuleRunView(trial: self.view(of: outcome), documents: outcome.changing)
        return await answer(view.title, view.html, at: "\(Self.path)/run", request)
    }

    private func answer(
        _ title: String, _ body: String, at path: String, _ request: Request, _ status: HTTPResponse.Status = .ok
    ) async -> Response {
        let query = request.uri.queryParameters
        let toast = FilingRuleTexts.toast(
            query["done"].map(String.init), count: query["count"].flatMap { Int($0) } ?? 0)
        return await pages.html(
            PageShell(
                title: title, place: .library, parts: ["library", "list-report", "create-edit", "filing-rules"],
                scripts: ["create-edit/form.js"], toast: toast,
                undo: toast == nil ? nil : request.undoPath(at: Self.path), body: body),
            at: path, for: request, status: status)
    }

    // MARK: The form

    private func form(_ rule: FilingRule?) throws -> EntryForm {
        FilingRuleForm.form(rule, names: try library.listNames(isCounted: false))
    }

    /// - Parameters:
    ///   - stored: The rule that the person saw when the form was opened; `nil` for a new one.
    ///   - trial: The submitted rule, and what it would do.
    ///   - notice: Why it was not saved.
    private func show(
        _ form: EntryForm, of stored: (id: Int64, seen: FilingRule)?, trial: (rule: FilingRule, RuleOutcome)? = nil,
        notice: String? = nil, _ request: Request, _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let view = FilingRuleView(
            form, id: stored?.id, title: stored?.seen.name, seen: try stored.map { try Self.text($0.seen) },
            trial: try trial.map { rule, outcome in
                FilingRuleView.Trial(
                    tried: try Self.text(rule), outcome: self.view(of: outcome, namesRules: false),
                    changing: outcome.changing)
            }, notice: notice)
        return await answer(
            view.title, view.html, at: Self.path + (stored.map { "/\($0.id)" } ?? "/new"), request, status)
    }

    /// Shows what the entered rule would do.
    private func tryOut(_ id: Int64?, _ request: Request, _ context: StationContext) async throws -> Response {
        let fields = try await FormFields(request, context)
        let stored = try id.map { ($0, try Self.rule(fields.text("seen")) ?? library.filingRule($0)) }
        var form = try form(nil).filled(with: fields.values)
        guard let rule = FilingRuleForm.rule(in: &form) else {
            return try await show(form, of: stored, request, .unprocessableContent)
        }
        return try await show(form, of: stored, trying: rule, request)
    }

    /// Shows the form with what a rule would do.
    private func show(
        _ form: EntryForm, of stored: (id: Int64, seen: FilingRule)?, trying rule: FilingRule, notice: String? = nil,
        _ request: Request, _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        do {
            let outcome = try await work.run { try library.tryRule(rule, clock: clocks.current) }
            return try await show(form, of: stored, trial: (rule, outcome), notice: notice, request, status)
        } catch is RuleWork.Busy {
            return try await show(form, of: stored, notice: FilingRuleTexts.busy, request, .conflict)
        }
    }

    /// Saves the entered rule if it was tried as it is.
    private func save(_ id: Int64?, _ request: Request, _ context: StationContext) async throws -> Response {
        let fields = try await FormFields(request, context)
        let seen = try Self.rule(fields.text("seen"))
        var form = try form(nil).filled(with: fields.values)
        let stored = try id.map { ($0, try seen ?? library.filingRule($0)) }
        guard let rule = FilingRuleForm.rule(in: &form) else {
            return try await show(form, of: stored, request, .unprocessableContent)
        }
        func again(_ stored: (Int64, FilingRule)?, _ notice: String) async throws -> Response {
            try await show(form, of: stored, trying: rule, notice: notice, request, .conflict)
        }
        guard try Self.rule(fields.text("tried")) == rule else {
            return try await again(stored, FilingRuleTexts.triedBefore)
        }
        let store: @Sendable () throws -> (rule: Int64, event: Int64?) = {
            if let id { return (id, try library.changeRule(id, to: rule, seeing: seen, at: .now)) }
            return try library.addRule(rule, at: .now)
        }
        do {
            guard fields.text("run") == FormCell.on else { return done("saved", try store().event) }
            return done(
                "ran", try await work.run { try library.runRules(try store().rule, clock: clocks.current, at: .now) })
        } catch StoreError.changedSince {
            return try await again(try id.map { ($0, try library.filingRule($0)) }, FilingRuleTexts.changedMeanwhile)
        } catch is RuleWork.Busy {
            return try await show(form, of: stored, notice: FilingRuleTexts.busy, request, .conflict)
        }
    }

    /// The rule as text in a form.
    private static func text(_ rule: FilingRule) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(rule), as: UTF8.self)
    }

    private static func rule(_ text: String?) throws -> FilingRule? {
        guard let text else { return nil }
        guard let rule = try? JSONDecoder().decode(FilingRule.self, from: Data(text.utf8)) else {
            throw HTTPError(.badRequest, message: localized("The form cannot be read."))
        }
        return rule
    }

    // MARK: What rules do

    /// - Parameter namesRules: Whether several rules may have filed.
    private func view(of outcome: RuleOutcome, namesRules: Bool = true) -> RuleOutcomeView {
        RuleOutcomeView(
            rows(outcome.effects, namesRules: namesRules),
            found: FilingRuleTexts.found(matching: outcome.matching, changing: outcome.changing),
            documents: outcome.changing)
    }

    private func rows(_ effects: [RuleEffect], namesRules: Bool = true) -> [RuleOutcomeView.Row] {
        let clock = clocks.current
        func text(_ value: String) -> String { Day(value).flatMap { clock.day($0) } ?? value }
        return effects.map { effect in
            RuleOutcomeView.Row(
                document: effect.document, title: effect.title, rule: namesRules ? effect.rule : nil,
                values: effect.values.map { value in
                    let isDay = value.field == .retained
                    return RuleOutcomeView.Value(
                        value.field.label, before: isDay ? text(value.before) : value.before,
                        after: isDay ? text(value.after) : value.after)
                })
        }
    }

    // MARK: After an action

    private func done(_ done: String, _ event: Int64?) -> Response {
        PageAnswer.seeOther(Self.path + (event.map { "?done=\(done)&undo=\($0)" } ?? ""))
    }

    private func done(_ done: String, _ outcome: RuleOutcome) -> Response {
        PageAnswer.seeOther(
            "\(Self.path)?done=\(done)&count=\(outcome.changing)" + (outcome.events.map { "&undo=\($0)" } ?? ""))
    }
}

extension StationContext {
    fileprivate var rule: Int64 {
        get throws {
            guard let id = parameters.get("rule", as: Int64.self) else { throw HTTPError(.notFound) }
            return id
        }
    }
}
