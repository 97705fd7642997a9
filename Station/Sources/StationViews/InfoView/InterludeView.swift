package import StationRules

/// The screen shown during long work. `web/patterns/info-view/info-view.js` polls its progress, and continues when it
/// is finished.
package struct InterludeView: View {
    struct Button: Sendable {
        let label: String
        let name: String
        let isPrimary: Bool
    }

    let title: String
    let text: String
    let label: String
    let progress: String
    let buttons: [Button]

    package init(_ interlude: Interlude) {
        (title, text, label, progress) = (interlude.title, interlude.text, interlude.label, interlude.progress)
        buttons = interlude.actions.enumerated().map {
            Button(label: Interlude.label($1), name: $1.rawValue, isPrimary: $0 == 0)
        }
    }

    package static let template = """
        <div class="info-view" data-interlude>
        <header class="info-bar"><p class="headline">Recto</p></header>
        <div class="info-body"><h1>{{title}}</h1><p>{{text}}</p>
        <div class="info-busy" role="status"><span class="spinner" aria-hidden="true"></span><p class="headline">{{label}}</p><p class="subhead" data-progress>{{progress}}</p></div></div>
        <form class="info-buttons" method="post" action="/interlude">{{#buttons}}<button class="button{{#isPrimary}} primary{{/isPrimary}}" name="action" value="{{name}}">{{label}}</button>{{/buttons}}</form>
        </div>
        """
}
