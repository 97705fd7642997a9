public import StationRules

/// A dialog that asks before something is lost; `web/base.js` opens it for whatever names it in `data-opens`.
public struct ConfirmationView: View {
    let id: String
    let title: String
    let text: String
    let confirm: String
    let cancel: String
    /// Where the confirmation is sent; nothing where it closes a form.
    let action: String?
    let closes: String?
    let isDestructive: Bool

    /// - Parameters:
    ///   - id: Of the element.
    ///   - action: Where the confirmation is sent.
    public init(_ confirmation: Confirmation, id: String, action: String, isDestructive: Bool = true) {
        self.id = id
        title = confirmation.title
        text = confirmation.text
        confirm = confirmation.confirm
        cancel = confirmation.cancel
        self.action = action
        self.isDestructive = isDestructive
        closes = nil
    }

    /// Before a form is left with something entered, see `web/base.js`.
    /// - Parameter sheet: Of the form's dialog, its `id`.
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
    }

    public static let template = """
        <dialog id="{{id}}" class="alert" role="alertdialog" aria-labelledby="{{id}}-title" aria-describedby="{{id}}-text">
        <h2 id="{{id}}-title">{{title}}</h2>
        <p id="{{id}}-text">{{text}}</p>
        <div class="actions">
        <form method="dialog"><button class="button" autofocus>{{cancel}}</button></form>
        {{#action}}<form method="post" action="{{action}}"><button class="button{{#isDestructive}} negative{{/isDestructive}}{{^isDestructive}} primary{{/isDestructive}}">{{confirm}}</button></form>{{/action}}{{#closes}}<button type="button" class="button negative" data-discards="{{closes}}">{{confirm}}</button>{{/closes}}
        </div>
        </dialog>
        """
}
