import FoundationEssentials
import HTTPTypes
import Hummingbird
import Recto
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Routes for the profile: the current person, recent events, clock settings and facts about the station.
struct ProfileRoutes {
    let library: Library
    let clocks: StationClocks
    let cameras: [String]
    let pages: StationPages
    /// `nil` if only this machine can reach the station.
    let access: StationAccess?
    let reach: StationReach
    let texts: TextReading
    let people: People
    var isDemonstration = false

    func add(to router: Routes) {
        router.get("profile", to: .changeOwnSettings, .page) { request, context in try await show(request, context) }
        router.post("profile/clock", to: .changeOwnSettings, .page, use: setClock)
        router.post("profile/person", to: .changeOwnSettings, .page, use: setPerson)
        router.post("profile/text", to: .changeStation, .page, use: setLanguages)
        router.post("profile/text/again", to: .changeStation, .page, use: readAllAgain)
        router.post("profile/language", to: .changeOwnSettings, .page, use: setLanguage)
        router.get(LoadingPart.activity.path, to: .readDocuments, .page) { request, _ in try await activity(request) }
        router.get(LoadingPart.storage.path, to: .readDocuments, .page) { request, _ in try await storage(request) }
    }

    /// - Parameter refused: The refused settings with the reason.
    private func show(
        _ request: Request, _ context: StationContext, refused: (ClockSettings, String)? = nil,
        languageError: String? = nil, nameError: String? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let clock = clocks.current
        let visitor = context.visitor
        let (showsLibrary, changesStation) = (visitor.may(.readDocuments), visitor.may(.changeStation))
        let facts = ProfileFacts(
            try person(request, visitor, clock),
            sections: (showsLibrary ? [try librarySection] : []) + [
                ProfileFacts.Section(
                    localized("Station"),
                    [
                        ProfileFacts.Fact(localized("Version"), RectoVersion.current),
                        ProfileFacts.Fact(localized("Database"), "SQLite \(try library.databaseVersion())"),
                        ProfileFacts.Fact(localized("Cameras"), cameraText),
                    ] + scannerFacts(request))
            ])
        let memory = PlaceMemory(request)
        let back = showsLibrary ? memory.last ?? .library : .scan
        let settings = ClockSettingsView(
            refused?.0 ?? ClockSettings(clock), zones: clocks.zones,
            example: ClockSettings.example(clock, now: .now), error: refused?.1)
        await texts.survey()
        let report = texts.report
        let text =
            report.state == .off || !changesStation
            ? nil
            : TextSettingsView(
                report.languages, installed: report.installed ?? [],
                status: TextMessages.report(unread: try texts.unread, report.state), error: languageError)
        let language = LanguageSettingsView(chosen: Language.chosen(request.headers))
        let view = ProfileView(
            facts,
            people: try isDemonstration ? nil : peopleView(visitor),
            personal: visitor.person.flatMap { people.person($0.person) }.map { person in
                PersonalDataView(
                    name: person.name, title: person.title, hasPicture: person.picture != nil, failure: nameError)
            },
            preferences: PreferencesView(
                people.settings, cameras: cameras, isShared: visitor.person != nil && showsLibrary),
            sync: isDemonstration ? nil : SyncView(banner: people.settings.offlineBanner),
            header: header(facts, visitor), end: end(visitor),
            news: WhatsNew.current(RectoVersion.current).map { WhatsNewView($0, .profile) },
            language: language, settings: settings, text: text, showsLibrary: showsLibrary,
            back: back, backPath: memory.path(to: back, from: nil))
        return await page(view.html, request, toast: Self.toast(request), status: status)
    }

    private func peopleView(_ visitor: Visitor) throws -> ProfilePeopleView {
        ProfilePeopleView(
            isSetUp: people.isShared, isBegun: try !library.onboarding(of: Library.builtInPerson).done.isEmpty,
            hasSession: visitor.person != nil, managesPeople: visitor.may(.managePeople))
    }

    private func header(_ facts: ProfileFacts, _ visitor: Visitor) -> ProfileHeaderView {
        let person = visitor.person.flatMap { people.person($0.person) }
        let parts = [person?.title ?? "", facts.subtitle].filter { !$0.isEmpty }
        return ProfileHeaderView(
            picture: person.flatMap { person in
                person.picture.map { PersonPicture.path(of: person.id, $0.text) }
            }, initials: PersonName.initials(person?.name ?? ""), title: facts.title,
            subtitle: parts.joined(separator: " · "),
            action: ProfileAction(hasSession: person != nil))
    }

    private func end(_ visitor: Visitor) -> ProfileEndView {
        ProfileEndView(
            hasNews: true, version: ProgramAbout.standsInProfile(ProgramPart.all) ? RectoVersion.current : nil,
            hasTerms: people.isShared,
            signsOut: isDemonstration
                ? localized("End Demonstration") : visitor.person == nil ? nil : localized("Sign Out"))
    }

    private func setPerson(_ request: Request, _ context: StationContext) async throws -> Response {
        guard let visit = context.visitor.person else {
            throw HTTPError(.forbidden, message: PeopleMessages.signInFirst)
        }
        let form = try await FormBody(request, context)
        do {
            let name = try PersonName(try form.text("name"))
            try people.rename(visit.person, to: name, title: try PersonTitle(form.optionalText("title") ?? ""))
        } catch let error as PersonName.Failure {
            return try await show(request, context, nameError: "\(error)", status: .unprocessableContent)
        } catch let StoreError.nameInUse(name) {
            return try await show(
                request, context,
                nameError: localized("Somebody here is called \(name) already. Add a letter or your family name."),
                status: .unprocessableContent)
        }
        return PageAnswer.seeOther("/profile?done=person")
    }

    private func page(
        _ body: String, _ request: Request, toast: String? = nil, status: HTTPResponse.Status = .ok
    ) async -> Response {
        await pages.html(
            PageShell(
                title: localized("Profile"), place: nil, parts: ["profile", "people", "whats-new"],
                scripts: [
                    "skeleton-loading/part.js", "library/reading.js", "profile/profile.js", "whats-new/whats-new.js",
                ], toast: toast,
                body: body),
            at: "/profile", for: request, status: status)
    }

    private func setClock(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await FormBody(request, context)
        guard let locale = ClockLocale(rawValue: try form.text("locale")),
            let hours = StationClock.Hours(rawValue: try form.text("hours")),
            let wording = StationClock.Wording(rawValue: try form.text("wording"))
        else { throw HTTPError(.badRequest, message: localized("There is no such setting.")) }
        let settings = ClockSettings(zone: try form.text("zone"), locale: locale, hours: hours, wording: wording)
        do { try clocks.choose(settings) } catch let error as ClockSettings.Failure {
            return try await show(request, context, refused: (settings, "\(error)"), status: .unprocessableContent)
        }
        return PageAnswer.seeOther("/profile?done=saved")
    }

    private static func toast(_ request: Request) -> String? {
        switch request.uri.queryParameters["done"] {
        case "saved": ClockSettings.saved
        case "person": localized("Personal data saved")
        case "preferences": localized("Preferences saved")
        case "picture": localized("Picture saved")
        case "pictureRemoved": localized("Picture removed")
        case "language": localized("Language saved")
        case "languages": TextMessages.saved
        case "again": TextMessages.readingAgain
        default: nil
        }
    }

    private func setLanguages(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await FormBody(request, context)
        let codes = [try form.text("language"), form.optionalText("second"), form.optionalText("third")]
        do { try await texts.choose(try TextLanguages(codes.compactMap { $0 }.joined(separator: "+"))) } catch let error
            as TextLanguages.Failure
        {
            return try await show(request, context, languageError: "\(error)", status: .unprocessableContent)
        }
        return PageAnswer.seeOther("/profile?done=languages")
    }

    private func readAllAgain(_ request: Request, _ context: StationContext) async throws -> Response {
        try await texts.readAllAgain()
        return PageAnswer.seeOther("/profile?done=again")
    }

    /// Stores the language in the browser, so that each person has their own.
    private func setLanguage(_ request: Request, _ context: StationContext) async throws -> Response {
        let name = try await FormBody(request, context).text("language")
        guard name.isEmpty || Language(rawValue: name) != nil else {
            throw HTTPError(.badRequest, message: localized("There is no such setting."))
        }
        var response = PageAnswer.seeOther("/profile?done=language")
        response.setCookie(
            Cookie(
                name: Language.cookie, value: name, maxAge: name.isEmpty ? 0 : Language.cookieAge, path: "/",
                httpOnly: true, sameSite: .lax))
        return response
    }

    // MARK: Parts that are loaded after the screen

    private func activity(_ request: Request) async throws -> Response {
        let (clock, now) = (clocks.current, Date.now)
        // Starts before the month began in any time zone.
        let moments = try library.captureTimes(since: now.addingTimeInterval(-33 * 86_400))
        return await page(ActivityView(CalendarMonth(of: now, moments: moments, clock: clock)).html, request)
    }

    private func storage(_ request: Request) async throws -> Response {
        let (files, bytes) = try await StorageMeter(library: library, clocks: clocks).measure()
        let trash = try library.trashSize()
        return await page(
            StorageView(
                files: files, size: FileSize(bytes: bytes),
                trash: trash.documents == 0 ? nil : (trash.documents, FileSize(bytes: trash.bytes))
            ).html, request)
    }

    // MARK: Facts

    private var librarySection: ProfileFacts.Section {
        get throws {
            ProfileFacts.Section(
                localized("Library"),
                [
                    ProfileFacts.Fact(localized("Documents"), "\(try library.documentCount())"),
                    ProfileFacts.Fact(localized("Pages"), "\(try library.pageCount())"),
                ])
        }
    }

    private func person(
        _ request: Request, _ visitor: Visitor, _ clock: StationClock
    ) throws -> ProfileFacts.Person {
        if isDemonstration { return .demonstration }
        if let visit = visitor.person { return .person(name: visit.name, role: PeopleMessages.label(visit.role)) }
        if let device = try library.device(of: request) {
            return .device(name: device.name, activated: clock.dayAndTime(device.activated, now: .now))
        }
        return access == nil ? .ownMachine : .token
    }

    /// Returns the addresses for scanning programs that do not search the network.
    private func scannerFacts(_ request: Request) -> [ProfileFacts.Fact] {
        let origin = reach.origin(host: request.head.authority ?? "")
        return cameras.indices.map { camera in
            ProfileFacts.Fact(
                localized("Scanner address (eSCL)"), "\(origin)/\(NetworkScannerRoutes.path(camera: camera))/")
        }
    }

    private var cameraText: String {
        let labels = CameraChoice(cameras: cameras, chosen: nil).labels
        return labels.isEmpty ? localized("None") : labels.joined(separator: ", ")
    }
}

extension Library {
    /// Returns the activated device of a browser; `nil` for others.
    func device(of request: Request) throws -> DeviceRecord? {
        try activatedDevice(request.headers)
    }

    /// Returns the activated device of a browser from its cookies.
    func activatedDevice(_ headers: HTTPFields) throws(StoreError) -> DeviceRecord? {
        for text in headers.cookies(StationAccess.deviceCookie) {
            if let token = SecretToken(text), let device = try device(token) { return device }
        }
        return nil
    }
}
