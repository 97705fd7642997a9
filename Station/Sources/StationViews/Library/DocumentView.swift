import StationRules

/// A document with its pages.
public struct DocumentView: View {
    public struct Page: Sendable {
        let number: Int
        let picture: String
        let png: String

        /// - Parameters:
        ///   - number: From 1.
        ///   - picture: Where it is.
        ///   - png: Where the page is as a file to keep.
        public init(number: Int, picture: String, png: String) {
            self.number = number
            self.picture = picture
            self.png = png
        }
    }

    /// What went wrong with a title that was sent.
    public struct TitleError: Sendable {
        let entered: String
        let text: String

        public init(entered: String, text: String) {
            self.entered = entered
            self.text = text
        }
    }

    let path: String
    let title: String
    let time: String
    let exactTime: String
    let pageText: String
    let pages: [Page]
    let entered: String
    let error: String?
    let mostCharacters: Int
    let checkout = CheckoutView(.export).html
    let noAnswer = FeedbackMessages.noAnswer
    let confirmDelete: String
    let confirmDiscard: String

    public init(
        path: String, title: String, time: String, exactTime: String, pages: [Page], titleError: TitleError? = nil
    ) {
        self.path = path
        self.title = title
        self.time = time
        self.exactTime = exactTime
        self.pages = pages
        pageText = LibraryMessages.pageCount(pages.count)
        entered = titleError?.entered ?? title
        error = titleError?.text
        mostCharacters = DocumentTitle.mostCharacters
        confirmDelete = ConfirmationView(.deleteDocument(title), id: "delete", action: "\(path)/delete").html
        confirmDiscard = ConfirmationView(discardingChangesIn: "rename").html
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="/documents"><span class="icon icon-chevron-left" aria-hidden="true"></span>Library</a><span class="space"></span>
        <button type="button" class="button plain" data-opens="rename">Rename</button><button type="button" class="button plain negative" data-opens="delete">Delete</button></header>
        <div class="object"><h1>{{title}}</h1><p class="subhead"><time datetime="{{exactTime}}">{{time}}</time> · {{pageText}}</p>
        <p class="actions" data-no-answer="{{noAnswer}}"><a class="button primary" href="{{path}}.pdf" download data-export="/api{{path}}/exports?format=pdf">Export PDF</a><a class="button" href="{{path}}.tif" download data-export="/api{{path}}/exports?format=tiff">Export TIFF</a></p></div>
        <ol class="sheets" aria-label="Pages" data-waits>
        {{#pages}}
        <li><a href="{{picture}}"><img loading="lazy" src="{{picture}}" alt="Page {{number}}"></a><span>{{number}} · <a href="{{png}}" download aria-label="Export page {{number}} as PNG">PNG</a></span></li>
        {{/pages}}
        </ol>
        <dialog id="rename" class="sheet" aria-labelledby="rename-title"{{#error}} data-open{{/error}}>
        <form method="post" action="{{path}}/rename">
        <header class="bar"><button type="button" class="button plain" data-closes>Cancel</button><h2 id="rename-title">Rename Document</h2><button class="button plain">Save</button></header>
        <label for="title">Title</label><input id="title" name="title" value="{{entered}}" maxlength="{{mostCharacters}}" required autocomplete="off"{{#error}} aria-invalid="true" aria-describedby="title-error"{{/error}}>
        {{#error}}<p id="title-error" class="error">{{error}}</p>{{/error}}
        </form>
        </dialog>
        {{{checkout}}}
        {{{confirmDelete}}}
        {{{confirmDiscard}}}
        """
}
