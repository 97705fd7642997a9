package import StationRules

/// A page of a consent form. `web/patterns/consents/consents.js` animates it.
package struct ConsentView: View {
    struct Answer: Sendable {
        let name: String
        let label: String
        let isEmphasized: Bool
        /// Whether it shows an alert that the consent is required.
        let alerts: Bool
    }

    let entrance: String
    let back: String?
    let backTitle: String?
    let position: String?
    let next: String?
    let previous: String?
    let exit: String
    let step: String?
    let title: String
    let paragraphs: [String]
    let hasMore: Bool
    let more: [String]
    let failure: String?
    let action: String
    let ticks: Bool
    let answers: [Answer]
    let hasAnswers: Bool
    let quitTitle: String
    let quitText: String
    let quitConfirm: String
    let quitCancel: String
    let neededTitle: String
    let neededText: String
    let isMandatory: Bool

    /// - Parameters:
    ///   - number: The page number from 1.
    ///   - path: Returns the path of a page by its number.
    ///   - action: The URL that the answer is sent to.
    ///   - exit: The link for leaving.
    ///   - step: The position of the form among other steps.
    ///   - previous: The path of the previous step, if any.
    package init(
        _ form: ConsentForm, number: Int, path: (Int) -> String, action: String, exit: String, step: String? = nil,
        previous: String? = nil, failure: String? = nil
    ) {
        let screen = form.screen(number)
        entrance = screen.entrance.rawValue
        if case .back(let title, let number) = screen.leading {
            (back, backTitle) = (path(number), title)
        } else {
            (back, backTitle) = (nil, nil)
        }
        position = screen.title
        next = screen.next.map(path)
        // Within a form of several pages, Back leads to the previous page.
        self.previous = next == nil && back == nil ? previous : nil
        (self.exit, self.step, self.failure, self.action) = (exit, step, failure, action)
        (title, paragraphs) = (screen.page.title, screen.page.paragraphs)
        (more, hasMore) = (form.more, !form.more.isEmpty)
        isMandatory = form.isMandatory
        ticks = form.isMandatory && screen.next == nil
        answers = screen.answers.map { answer in
            Answer(
                name: answer.rawValue, label: ConsentMessages.label(answer), isEmphasized: answer == .allow,
                alerts: form.effect(of: answer) == .alert)
        }
        hasAnswers = !answers.isEmpty
        let quit = ConsentMessages.quit
        (quitTitle, quitText) = (quit.title, quit.text)
        (quitConfirm, quitCancel) = (quit.confirm, quit.cancel)
        (neededTitle, neededText) = ConsentMessages.needed
    }

    package static let template = """
        <div class="consent" data-entrance="{{entrance}}">
        <header class="consent-bar">{{#back}}<a class="button plain" href="{{back}}"><span class="icon icon-chevron-left" aria-hidden="true"></span>{{backTitle}}</a>{{/back}}{{^back}}<button type="button" class="button plain" data-opens="consent-quit">Cancel</button>{{/back}}{{#position}}<p class="headline">{{position}}</p>{{/position}}{{#next}}<a class="button plain" href="{{next}}">Next</a>{{/next}}{{#previous}}<a class="button plain" href="{{previous}}">Step Before</a>{{/previous}}</header>
        <div class="consent-body">
        {{#step}}<p class="subhead">{{step}}</p>{{/step}}
        <h1>{{title}}</h1>
        {{#paragraphs}}<p>{{.}}</p>{{/paragraphs}}
        {{#hasMore}}<details><summary>Learn More</summary>{{#more}}<p>{{.}}</p>{{/more}}</details>{{/hasMore}}
        </div>
        {{#hasAnswers}}<form class="consent-toolbar" method="post" action="{{action}}" data-complete>
        {{#failure}}<div class="form-note negative" role="alert"><p>{{failure}}</p></div>{{/failure}}
        {{#ticks}}<label class="tick"><input type="checkbox" name="agreed" value="yes" required>I have read this and agree.</label>{{/ticks}}
        <div class="actions">{{#answers}}{{#alerts}}<button type="button" class="button" data-opens="consent-needed">{{label}}</button>{{/alerts}}{{^alerts}}<button class="button{{#isEmphasized}} primary{{/isEmphasized}}" name="answer" value="{{name}}">{{label}}</button>{{/alerts}}{{/answers}}</div>
        </form>{{/hasAnswers}}
        </div>
        <dialog id="consent-quit" class="alert" role="alertdialog" aria-labelledby="consent-quit-title" aria-describedby="consent-quit-text">
        <h2 id="consent-quit-title">{{quitTitle}}</h2><p id="consent-quit-text">{{quitText}}</p>
        <div class="actions"><form method="dialog"><button class="button" autofocus>{{quitCancel}}</button></form><a class="button negative" data-leaves href="{{exit}}">{{quitConfirm}}</a></div>
        </dialog>
        {{#isMandatory}}<dialog id="consent-needed" class="alert" role="alertdialog" aria-labelledby="consent-needed-title" aria-describedby="consent-needed-text">
        <h2 id="consent-needed-title">{{neededTitle}}</h2><p id="consent-needed-text">{{neededText}}</p>
        <div class="actions"><form method="dialog"><button class="button primary" autofocus>OK</button></form></div>
        </dialog>{{/isMandatory}}
        """
}

/// A person's decision, with a button to change it.
package struct ConsentSettingsView: View {
    package struct Row: Sendable {
        let name: String
        let state: String
        let time: String?
        let exactTime: String?
        let path: String
        /// The label of the button that changes it; `nil` if it cannot be changed here.
        let change: String?
        let isGiven: Bool
        let dialog: String
        let confirmation: String

        /// - Parameter decided: The date of the decision and the version of the text; `nil` if it is undecided.
        package init(
            _ kind: ConsentForm.Kind, isGiven: Bool?, decided: (time: String, exact: String, version: Int)?
        ) {
            name = ConsentMessages.name(kind)
            let state = ConsentMessages.state(isGiven: isGiven)
            self.state = decided.map { localized("\(state), version \($0.version)") } ?? state
            (time, exactTime) = (decided?.time, decided?.exact)
            path = "\(ConsentSettingsView.path)/\(kind.rawValue)"
            change = kind == .terms ? nil : ConsentMessages.change(isGiven: isGiven == true)
            self.isGiven = isGiven == true
            dialog = "withdraw-\(kind.rawValue)"
            confirmation =
                isGiven == true && kind != .terms
                ? ConfirmationView(
                    ConsentMessages.withdrawal(of: kind), id: dialog, action: "\(path)/withdraw"
                ).html : ""
        }
    }

    package struct Record: Sendable {
        let name: String
        let state: String
        let time: String
        let exactTime: String

        package init(_ kind: String, isGiven: Bool, version: Int, time: String, exactTime: String) {
            name = ConsentForm.Kind(rawValue: kind).map { ConsentMessages.name($0) } ?? kind
            let state = ConsentMessages.state(isGiven: isGiven)
            self.state = localized("\(state), version \(version)")
            (self.time, self.exactTime) = (time, exactTime)
        }
    }

    package static let path = "/profile/consents"

    let rows: [Row]
    let records: [Record]
    let note = ConsentMessages.termsStay

    /// - Parameter records: All decisions, latest first.
    package init(_ rows: [Row], records: [Record]) { (self.rows, self.records) = (rows, records) }

    package static let template = """
        <header class="titlebar"><a class="button plain" href="/profile"><span class="icon icon-chevron-left" aria-hidden="true"></span>Profile</a><h1>Consents</h1></header>
        <div class="profile">
        <ul class="people">{{#rows}}
        <li class="person"><span class="text"><span class="headline">{{name}}</span><span class="subhead">{{state}}{{#time}}, <time datetime="{{exactTime}}">{{time}}</time>{{/time}}</span></span><span class="person-actions"><a class="button plain" href="{{path}}" aria-label="Show the text: {{name}}">Show Text</a>{{#change}}{{#isGiven}}<button type="button" class="button plain negative" data-opens="{{dialog}}" aria-label="{{change}}: {{name}}">{{change}}</button>{{/isGiven}}{{^isGiven}}<form method="post" action="{{path}}"><input type="hidden" name="answer" value="allow"><button class="button plain" aria-label="{{change}}: {{name}}">{{change}}</button></form>{{/isGiven}}{{/change}}</span></li>{{/rows}}
        </ul>
        {{#rows}}{{{confirmation}}}
        {{/rows}}
        <p class="hint">{{note}}</p>
        <section><h2>All Decisions</h2><dl>{{#records}}<div><dt>{{name}}</dt><dd>{{state}}, <time datetime="{{exactTime}}">{{time}}</time></dd></div>{{/records}}</dl></section>
        </div>
        """
}
