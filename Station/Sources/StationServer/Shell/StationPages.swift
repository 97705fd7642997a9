import HTTPTypes
import Hummingbird
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Responses that are screens of the station with its navigation.
struct StationPages: MessageScreens {
    let library: Library
    let drafts: Drafts
    let people: People
    let interludes: Interludes
    /// `nil` if nothing is stored for offline use.
    let identity: OfflineIdentity?

    /// - Parameter path: The path of the screen, or of the screen behind a form. Its section links to it from now on.
    func html(
        _ page: PageShell, at path: String, for request: Request, status: HTTPResponse.Status = .ok
    ) async -> Response {
        // It replaces the screens until it is finished or the person continues.
        if status == .ok, request.method == .get, request.isForScreen, !ShownOnce.isFor(request),
            interludes.isDue(for: Visitor.current)
        {
            return PageAnswer.seeOther(InterludeRoutes.path)
        }
        var memory = PlaceMemory(request)
        if let place = page.place { memory.enter(path, of: place) }
        // If the library fails, the error page still has navigation.
        let seesDocuments = Visitor.current.may(.readDocuments)
        let known = page.place ?? Place(of: path) ?? memory.last
        // A section that refused a guest is not remembered.
        let place = seesDocuments || known == .scan ? known : nil
        let record = seesDocuments ? (try? library.sidebar()) : nil
        let views = seesDocuments ? (try? library.views()) ?? [] : []
        let arrangement =
            record.map { Sidebar.Arrangement($0, views: views) } ?? (seesDocuments ? Sidebar.Arrangement() : .guest)
        memory.starts[.library] = views.first(where: \.isUsual)?.path
        let unsaved = seesDocuments ? (await drafts.unsaved()) : []
        let counts = Sidebar.Counts(record, scans: scans(unsaved))
        let sidebar = Sidebar(arrangement, counts: counts, place: place, path: path, memory: memory)
        var shell = page
        if status == .ok, shell.toast == nil, request.uri.queryParameters[Substring(AskedAgain.name)] != nil {
            shell.toast = AskedAgain.message
        }
        shell.surround(
            with: NavigationView(
                sidebar, place: place, memory: memory, at: path == request.uri.path ? request.ownAddress : path,
                isEditing: request.uri.queryParameters["sidebar"] == "edit", isGuest: !seesDocuments),
            sidebar: SidebarVisibility(request),
            hasCards: !unsaved.isEmpty || arrangement.pins.contains { !$0.isHidden })
        shell.keeps(
            for: identity?.name(of: Visitor.current), former: identity?.former(of: Visitor.current),
            banner: people.settings.offlineBanner ?? .passing)
        if status == .ok, let visit = Visitor.current.person, let news = people.news(for: visit.person) {
            shell.cover(with: WhatsNewView(news, .afterSignIn))
        }
        if request.cookies[LaunchScreen.cookie.name] != nil { shell.launch() }
        var response = PageAnswer.html(shell, status: status)
        if request.cookies[LaunchScreen.cookie.name] != nil { response.setCookie(LaunchScreen.noCookie) }
        memory.write(to: &response, of: request)
        return response
    }

    /// Responds with a full-window screen for a task.
    func task(_ page: PageShell) -> Response {
        var shell = page
        shell.keeps(
            for: identity?.name(of: Visitor.current), former: identity?.former(of: Visitor.current),
            banner: people.settings.offlineBanner ?? .passing)
        return PageAnswer.html(shell)
    }

    /// Renders a message instead of a screen. Visitors who have not signed in get no navigation, because it shows
    /// document titles.
    func message(
        _ message: IllustratedMessage, status: HTTPResponse.Status, for request: Request, to visitor: Visitor
    ) async -> Response {
        let message = visitor.isSignedIn && !visitor.may(.readDocuments) ? message.forGuests : message
        let body = "<h1 class=\"hidden\">Recto</h1>" + IllustratedMessageView(message, size: .extraLarge).html
        guard visitor.isSignedIn else {
            return PageAnswer.html(
                PageShell(title: message.title, place: nil, frame: .task, body: body), status: status)
        }
        let path = request.method == .get ? request.uri.path : (PlaceMemory(request).last ?? .library).path
        return await html(
            PageShell(title: message.title, place: nil, body: body), at: path, for: request, status: status)
    }

    /// Renders a full-window message after an error of the station.
    func failure(_ message: IllustratedMessage, status: HTTPResponse.Status) -> Response {
        PageAnswer.html(
            PageShell(title: message.title, place: nil, frame: .task, body: FailureView(message).html), status: status)
    }

    /// Returns the number of scans in all drafts, without the pages of edited documents.
    private func scans(_ unsaved: [DraftSummary]) -> Int {
        unsaved.filter { $0.edit == nil }.reduce(0) { $0 + $1.pages }
    }
}

extension Sidebar.Arrangement {
    /// The sidebar of guests, who can only scan.
    fileprivate static let guest = Sidebar.Arrangement(
        places: Place.allCases.map { SidebarOrder.Entry(name: $0.rawValue, isHidden: $0 != .scan) })

    init(_ record: SidebarRecord, views: [KeptView]) {
        self.init(
            places: record.places.map { SidebarOrder.Entry(name: $0.name, isHidden: $0.hidden) },
            pins: record.pins.map { SidebarPin(document: $0.document, title: $0.title, isHidden: $0.hidden) },
            folders: SidebarFolder.shown(
                FolderTree(
                    record.folders.map {
                        FolderTree.Folder(id: $0.id, parent: $0.parent, name: $0.name, documents: 0)
                    })), views: views,
            collapsed: Set(record.collapsed.compactMap { SidebarGroup.Name(rawValue: $0) }))
    }
}

extension Sidebar.Counts {
    fileprivate init(_ record: SidebarRecord?, scans: Int) {
        self.init(
            documents: record?.documents ?? 0, scans: scans, scenes: record?.scenes ?? 0,
            devices: record?.devices ?? 0)
    }
}

extension SidebarVisibility {
    /// Reads the cookies that `web/patterns/sidebar/sidebar.js` writes.
    fileprivate init(_ request: Request) {
        self.init(
            closed: Set(
                Orientation.allCases.filter {
                    request.cookies["sidebar-\($0.rawValue)"]?.value == State.closed.rawValue
                }))
    }
}

extension Request {
    /// Whether a browser requests a screen, rather than a script a part of one.
    fileprivate var isForScreen: Bool { (headers[.fetchMode] ?? "navigate") == "navigate" }

    /// The URL of the requested screen without the parameters of its toast.
    var ownAddress: String {
        let parameters = (uri.query ?? "").split(separator: "&").filter {
            parameter in !["done=", "undo=", "count=", "sidebar="].contains { parameter.hasPrefix($0) }
        }
        return parameters.isEmpty ? uri.path : "\(uri.path)?\(parameters.joined(separator: "&"))"
    }
}
