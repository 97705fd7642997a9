package import StationRules

/// Offers a passkey: what it is, its benefits, and where to change it later.
package struct PasskeyOfferView: View {
    let title: String
    let cancel: String?
    let icon: String
    let description: String
    let later: String
    let more: [String]
    let enable: String
    let notNow: String?
    let next: String

    /// - Parameters:
    ///   - kind: The probable kind of authenticator.
    ///   - next: The path to continue with.
    package init(_ offer: PasskeyOffer, kind: PasskeyKind, next: String) {
        title = offer.title
        cancel = offer.hasCancel ? next : nil
        icon = kind.icon
        (description, later, more, self.next) = (offer.description, offer.later, offer.more, next)
        enable = PasskeyButtonView(.enable(next: next)).html
        notNow = offer.answers.contains(.notNow) ? PasskeyOffer.label(.notNow) : nil
    }

    package static let template = """
        <div class="door">
        <header class="titlebar">{{#cancel}}<a class="button plain" href="{{cancel}}">Cancel</a>{{/cancel}}<p class="headline">{{title}}</p></header>
        <div class="offer"><span class="icon icon-{{icon}}" aria-hidden="true"></span><h1>{{description}}</h1><p class="subhead">{{later}}</p>
        <details><summary>Learn More</summary>{{#more}}<p>{{.}}</p>{{/more}}</details></div>
        {{{enable}}}
        <noscript><p class="form-note">Passkeys need scripts. Your passcode works without.</p></noscript>
        {{#notNow}}<form method="post" action="/profile/passkeys/offer"><input type="hidden" name="answer" value="notNow"><input type="hidden" name="next" value="{{next}}"><button class="button plain">{{notNow}}</button></form>{{/notNow}}
        </div>
        """
}
