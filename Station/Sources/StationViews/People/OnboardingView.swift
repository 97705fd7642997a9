package import StationRules

/// A step of the onboarding: a name, a passcode or printed codes. For consent forms see ``ConsentView``.
package struct OnboardingView: View {
    package enum Content: Sendable {
        case name(String)
        case passcode(minimum: Int, PasscodePolicyField)
        case codes(CodesToKeep)
    }

    let position: String
    let title: String
    let reason: String
    let action: String
    let exit: String
    let back: String?
    let failure: String?
    let asksName: Bool
    let name: String
    let passcode: String?
    let codes: String?
    let codesMark: String
    let hasCodes: Bool
    let quitTitle = ConsentMessages.quit.title
    let quitText = ConsentMessages.quit.text
    let quitConfirm = ConsentMessages.quit.confirm
    let quitCancel = ConsentMessages.quit.cancel

    /// - Parameters:
    ///   - base: The path of all steps.
    ///   - exit: The link for leaving.
    package init(
        _ content: Content, _ onboarding: Onboarding, base: String, exit: String, failure: String? = nil
    ) {
        let step = content.step
        position = Self.position(of: step, onboarding)
        title = Self.title(step)
        reason = Self.reason(step)
        action = "\(base)/\(step.rawValue)"
        self.exit = exit
        // Codes are only shown once, so there is no going back from them.
        back = step == .codes ? nil : onboarding.step(before: step).map { "\(base)?step=\($0.rawValue)" }
        hasCodes = step == .codes
        if case .name(let known) = content { (asksName, name) = (true, known) } else { (asksName, name) = (false, "") }
        if case .passcode(let minimum, let keyboard) = content {
            let hint =
                keyboard == .digits
                ? localized("At least \(minimum) digits.")
                : localized(
                    "At least \(minimum) characters. Three or four words are easy to remember and hard to guess.")
            passcode = PasscodeFieldView.chosen(isFirst: true, hint: hint, keyboard: keyboard).html
        } else {
            passcode = nil
        }
        if case .codes(let shown) = content {
            codes = RecoveryCodesView(shown.printed).html
            codesMark = shown.mark
            self.failure = failure ?? (shown.replacesOthers ? PeopleMessages.codesReplaced : nil)
        } else {
            (codes, codesMark, self.failure) = (nil, "", failure)
        }
    }

    /// Returns the position of a step.
    package static func position(of step: Onboarding.Step, _ onboarding: Onboarding) -> String {
        localized("Step \(onboarding.number(of: step)) of \(onboarding.order.count)")
    }

    private static func title(_ step: Onboarding.Step) -> String {
        switch step {
        case .terms, .place, .texts, .figures: preconditionFailure("\(step) is a form")
        case .name: localized("What is your name?")
        case .passcode: localized("Choose a passcode")
        case .codes: localized("Keep your recovery codes")
        }
    }

    /// Returns the reason for a step.
    private static func reason(_ step: Onboarding.Step) -> String {
        switch step {
        case .terms, .place, .texts, .figures: preconditionFailure("\(step) is a form")
        case .name: localized("You sign in with it, and the others see it beside what you did.")
        case .passcode: localized("It keeps the others from using the station in your name.")
        case .codes:
            localized(
                "Each of them lets you in once, if you forget your passcode. They are shown only now: print or write them down."
            )
        }
    }

    package static let template = """
        <div class="door wide">
        <header class="titlebar">{{#back}}<a class="button plain" href="{{back}}"><span class="icon icon-chevron-left" aria-hidden="true"></span>Back</a>{{/back}}<p class="subhead">{{position}}</p><span class="space"></span><button type="button" class="button plain" data-opens="setup-quit">Cancel</button></header>
        <h1>{{title}}</h1>
        <p>{{reason}}</p>
        <form method="post" action="{{action}}" data-complete>
        {{#failure}}<div class="form-note negative" role="alert"><p>{{failure}}</p></div>{{/failure}}
        {{#asksName}}<div class="field"><label for="name">Name</label><input id="name" name="name" type="text" value="{{name}}" maxlength="60" autocomplete="username" required></div>{{/asksName}}
        {{{passcode}}}
        {{{codes}}}
        {{#hasCodes}}<input type="hidden" name="codes" value="{{codesMark}}"><label class="tick"><input type="checkbox" name="kept" value="yes" required>I have printed or written them down.</label>{{/hasCodes}}
        <button class="button primary">Continue</button>
        </form>
        </div>
        <dialog id="setup-quit" class="alert" role="alertdialog" aria-labelledby="setup-quit-title" aria-describedby="setup-quit-text">
        <h2 id="setup-quit-title">{{quitTitle}}</h2><p id="setup-quit-text">{{quitText}}</p>
        <div class="actions"><form method="dialog"><button class="button" autofocus>{{quitCancel}}</button></form><a class="button negative" href="{{exit}}">{{quitConfirm}}</a></div>
        </dialog>
        """
}

extension OnboardingView.Content {
    var step: Onboarding.Step {
        switch self {
        case .name: .name
        case .passcode: .passcode
        case .codes: .codes
        }
    }
}
