import StationRules

/// A page to sign. `web/patterns/signature/signature.js` draws the signature.
package struct SignView: View {
    let path: String
    let action: String
    let picture: String
    let alternative: String
    let version: String
    let failure: String?
    let scale = Signature.scale

    /// - Parameters:
    ///   - path: The path of the page.
    ///   - picture: The URL of its picture.
    ///   - version: The version of the picture being signed.
    package init(path: String, picture: String, number: String, version: String, failure: String? = nil) {
        (self.path, self.picture, self.version, self.failure) = (path, picture, version, failure)
        action = "\(path)/sign"
        alternative = number
    }

    package static let template = """
        <header class="titlebar"><a class="button plain" href="{{path}}"><span class="icon icon-chevron-left" aria-hidden="true"></span>Cancel</a><h1>Sign this page</h1></header>
        <form class="signature" method="post" action="{{action}}" data-signature data-scale="{{scale}}">
        {{#failure}}<div class="form-note negative" role="alert"><p>{{failure}}</p></div>{{/failure}}
        <p class="hint">Draw with the mouse, a pen or a finger where you want to sign. The page as it was is kept as an attachment.</p>
        <input type="hidden" name="strokes"><input type="hidden" name="version" value="{{version}}">
        <figure><img src="{{picture}}" alt="{{alternative}}"><svg viewBox="0 0 {{scale}} {{scale}}" preserveAspectRatio="none" role="img" aria-label="Your signature"></svg></figure>
        <label class="tick"><input type="checkbox" name="line" value="yes">Add my name and the date</label>
        <label class="tick"><input type="checkbox" name="watermark" value="yes">Add a watermark with the document’s title</label>
        <div class="actions signature-bar"><button type="button" class="button" data-clears-signature disabled>Clear</button><button class="button primary" disabled>Sign</button></div>
        </form>
        """
}
