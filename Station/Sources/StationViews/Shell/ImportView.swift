/// What is shown while files are imported, and of those that could not be; `web/import.js` fills it in.
///
/// Texts have `{n}` in the place of numbers.
public struct ImportView: View {
    public init() {}

    public static let template = """
        <div class="importing" role="group" aria-label="Import" hidden>
        <p data-text="Importing {n} of {n}"></p>
        <progress max="1" value="0" aria-label="Import"></progress>
        <button type="button" class="button plain" data-stop>Stop</button>
        </div>
        <div class="banner" role="alert" hidden>
        <span class="icon icon-exclamation-triangle" aria-hidden="true"></span>
        <div class="text"><p data-one="{n} file was not imported." data-several="{n} files were not imported."></p><ul></ul></div>
        <button type="button" class="round" data-dismiss aria-label="Close"><span class="icon icon-x-lg" aria-hidden="true"></span></button>
        </div>
        """
}
