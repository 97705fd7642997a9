import StationRules

/// A field for a passcode, which is hidden until the person chooses to show it: `web/patterns/people/people.js`.
struct PasscodeFieldView: View {
    let id: String
    let label: String
    let autocomplete: String
    let placeholder: String?
    let focuses: Bool
    let hint: String?
    let keyboard: String?

    private init(
        _ id: String, _ label: String, autocomplete: String, placeholder: String? = nil, focuses: Bool = false,
        hint: String? = nil, keyboard: PasscodePolicyField = .text
    ) {
        self.keyboard = keyboard == .text ? nil : keyboard.rawValue
        (self.id, self.label, self.autocomplete) = (id, label, autocomplete)
        (self.placeholder, self.focuses, self.hint) = (placeholder, focuses, hint)
    }

    /// Returns a field for an existing passcode, which reveals neither its length nor its kind.
    static func known(focuses: Bool) -> PasscodeFieldView {
        let label = localized("Passcode")
        return PasscodeFieldView(
            "passcode", label, autocomplete: "current-password", placeholder: label, focuses: focuses)
    }

    /// Returns two fields for replacing a passcode.
    static func chosenAnew(minimum: Int, _ keyboard: PasscodePolicyField) -> [PasscodeFieldView] {
        let hint =
            keyboard == .digits
            ? localized("At least \(minimum) digits.") : localized("At least \(minimum) characters.")
        return chosen(isFirst: false, hint: hint, keyboard: keyboard)
    }

    /// Returns two fields for choosing a passcode.
    /// - Parameter isFirst: Whether the person has none yet.
    static func chosen(
        isFirst: Bool, hint: String, keyboard: PasscodePolicyField = .text
    ) -> [PasscodeFieldView] {
        let labels =
            isFirst
            ? (localized("Passcode"), localized("Passcode again"))
            : (localized("New passcode"), localized("New passcode again"))
        return [
            PasscodeFieldView("passcode", labels.0, autocomplete: "new-password", hint: hint, keyboard: keyboard),
            PasscodeFieldView("again", labels.1, autocomplete: "new-password", keyboard: keyboard),
        ]
    }

    static let template = """
        <div class="field"><label for="{{id}}">{{label}}</label><div class="secret"><input id="{{id}}" name="{{id}}" type="password"{{#placeholder}} placeholder="{{placeholder}}"{{/placeholder}} autocomplete="{{autocomplete}}"{{#keyboard}} inputmode="{{keyboard}}"{{/keyboard}}{{#hint}} aria-describedby="{{id}}-hint"{{/hint}} required{{#focuses}} autofocus{{/focuses}}><button type="button" class="button plain" data-shows="{{id}}" aria-pressed="false" aria-controls="{{id}}" hidden>Show</button></div>{{#hint}}<p id="{{id}}-hint" class="hint">{{hint}}</p>{{/hint}}</div>
        """
}

extension [PasscodeFieldView] {
    var html: String { map(\.html).joined(separator: "\n") }
}
