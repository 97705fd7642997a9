/// What is shown while files are imported, and of those that could not be; `web/import.js` fills it in.
///
/// Texts have `{n}` in the place of numbers.
public struct ImportView: View {
    let progress = ProgressIndicatorView(name: "importing", label: "Import", text: "Importing {n} of {n}").html

    public init() {}

    public static let template = """
        {{{progress}}}
        <div class="banner" role="alert" hidden>
        <span class="icon icon-exclamation-triangle" aria-hidden="true"></span>
        <div class="text"><p data-one="{n} file was not imported." data-several="{n} files were not imported."></p><ul></ul></div>
        <button type="button" class="round" data-dismiss aria-label="Close"><span class="icon icon-x-lg" aria-hidden="true"></span></button>
        </div>
        """
}
