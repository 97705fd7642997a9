public import StationRules

/// A dialog that asks for confirmation before data are lost. `web/base.js` opens it for elements that refer to it in
/// `data-opens`.
public struct ConfirmationView: View {
    let id: String
    let title: String
    let text: String
    let confirm: String
    let cancel: String
    /// The URL that confirms; `nil` if it closes a form.
    let action: String?
    let closes: String?
    let isDestructive: Bool
    let isForSelection: Bool

    /// - Parameters:
    ///   - id: The element's `id`.
    ///   - action: The URL that confirms.
    ///   - isForSelection: Whether it is about documents selected in a list.
    public init(
        _ confirmation: Confirmation, id: String, action: String, isDestructive: Bool = true,
        isForSelection: Bool = false
    ) {
        self.isForSelection = isForSelection
        self.id = id
        title = confirmation.title
        text = confirmation.text
        confirm = confirmation.confirm
        cancel = confirmation.cancel
        self.action = action
        self.isDestructive = isDestructive
        closes = nil
    }

    /// Creates a confirmation for closing a changed form: see `web/base.js`.
    /// - Parameter sheet: The `id` of the form's dialog.
    public init(discardingChangesIn sheet: String) {
        let confirmation = Confirmation.discardChanges
        id = "\(sheet)-discard"
        title = confirmation.title
        text = confirmation.text
        confirm = confirmation.confirm
        cancel = confirmation.cancel
        action = nil
        closes = sheet
        isDestructive = true
        isForSelection = false
    }

    public static let template = """
        <dialog id="{{id}}" class="alert" role="alertdialog" aria-labelledby="{{id}}-title" aria-describedby="{{id}}-text">
        <h2 id="{{id}}-title">{{title}}</h2>
        <p id="{{id}}-text">{{text}}</p>
        <div class="actions">
        <form method="dialog"><button class="button" autofocus>{{cancel}}</button></form>
        {{#action}}<form method="post" action="{{action}}"{{#isForSelection}} data-group{{/isForSelection}}><button class="button{{#isDestructive}} negative{{/isDestructive}}{{^isDestructive}} primary{{/isDestructive}}">{{confirm}}</button></form>{{/action}}{{#closes}}<button type="button" class="button negative" data-discards="{{closes}}">{{confirm}}</button>{{/closes}}
        </div>
        </dialog>
        """
}
