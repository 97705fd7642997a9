public import StationRules

/// A dialog that asks before something is lost; `web/base.js` opens it for whatever names it in `data-opens`.
public struct ConfirmationView: View {
    let id: String
    let title: String
    let text: String
    let confirm: String
    let cancel: String
    let action: String
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
    }

    public static let template = """
        <dialog id="{{id}}" class="alert" role="alertdialog" aria-labelledby="{{id}}-title" aria-describedby="{{id}}-text">
        <h2 id="{{id}}-title">{{title}}</h2>
        <p id="{{id}}-text">{{text}}</p>
        <div class="actions">
        <form method="dialog"><button class="button" autofocus>{{cancel}}</button></form>
        <form method="post" action="{{action}}"><button class="button{{#isDestructive}} negative{{/isDestructive}}{{^isDestructive}} primary{{/isDestructive}}">{{confirm}}</button></form>
        </div>
        </dialog>
        """
}
