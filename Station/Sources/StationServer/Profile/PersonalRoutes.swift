import FoundationEssentials
import HTTPTypes
import Hummingbird
import Recto
import RectoCodecs
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Routes for a person's settings (name, title, picture, units, camera and notices) and for information about the
/// program.
struct PersonalRoutes {
    let people: People
    let cameras: [String]
    let pages: StationPages

    func add(to router: Routes) {
        router.post("profile/preferences", to: .changeOwnSettings, .page, use: setPreferences)
        router.post("profile/preferences/offline", to: .changeOwnSettings, .page, use: setOfflineBanner)
        router.post("profile/picture", to: .changeOwnSettings, .data, body: .picture, use: setPicture)
        router.post("profile/picture/remove", to: .changeOwnSettings, .page) { _, context in
            try people.setPicture(nil, of: try visit(context).person)
            return PageAnswer.seeOther("/profile?done=pictureRemoved")
        }
        router.get("people/:person/picture", to: .readDocuments, .picture(), use: picture)
        router.get("profile/about", to: .changeOwnSettings, .page) { request, _ in
            await pages.html(
                PageShell(
                    title: localized("About"), place: nil, parts: ["profile", "people"],
                    body: AboutView(version: RectoVersion.current, parts: ProgramPart.all).html),
                at: "/profile/about", for: request)
        }
        router.post("profile/news/seen", to: .changeOwnSettings, .data) { _, context in
            if let visit = context.visitor.person { try people.sawNews(visit.person) }
            return Response(status: .noContent)
        }
    }

    private func visit(_ context: StationContext) throws -> PersonVisit {
        guard let visit = context.visitor.person else {
            throw HTTPError(.forbidden, message: PeopleMessages.signInFirst)
        }
        return visit
    }

    private func setPreferences(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await FormBody(request, context)
        var settings = people.settings
        let camera = form.optionalText("camera")
        settings.camera = camera.flatMap { Int($0) }
        guard let units = UnitSystem(rawValue: try form.text("units")),
            camera == nil || settings.camera.map(cameras.indices.contains) == true
        else { throw HTTPError(.badRequest, message: localized("There is no such setting.")) }
        settings.units = units
        settings.isNotified = form.optionalText("notified") != nil
        settings.sharing = form.optionalText("sharing").flatMap { DocumentSharing(rawValue: $0) } ?? .everyone
        settings.flattening = form.optionalText("flattening").flatMap { PageFlattening(rawValue: $0) } ?? .off
        settings.sharpening =
            form.optionalText("sharpening").flatMap { PageSharpening(rawValue: $0) } ?? settings.pageSharpening
        try people.set(settings, of: context.visitor.person?.person ?? Library.builtInPerson)
        return PageAnswer.seeOther("/profile?done=preferences")
    }

    private func setOfflineBanner(_ request: Request, _ context: StationContext) async throws -> Response {
        guard let banner = OfflineBanner(rawValue: try await FormBody(request, context).text("banner")) else {
            throw HTTPError(.badRequest, message: localized("There is no such setting."))
        }
        var settings = people.settings
        settings.offlineBanner = banner
        try people.set(settings, of: context.visitor.person?.person ?? Library.builtInPerson)
        return PageAnswer.seeOther("/profile?done=preferences")
    }

    // MARK: The picture

    /// Stores a picture of any size. It is decoded and re-encoded upright in a small size, so that nothing else of
    /// the file remains.
    private func setPicture(_ request: Request, _ context: StationContext) async throws -> Response {
        let visit = try visit(context)
        let body = try await request.body.collect(upTo: RouteRule.Body.picture.maximumBytes)
        let bytes = Array(body.readableBytesView)
        guard ForeignFile(bytes) != .pdf else {
            throw HTTPError(.unprocessableContent, message: localized("This file is not a picture."))
        }
        let small: [UInt8]
        do {
            small = try await CPUWorkQueue.shared.run {
                let file = try ForeignFile(bytes).map { try $0.pictures(of: bytes) }?.first ?? bytes
                let picture = try PictureReader.kept().read(bytes: file, longSide: PersonPicture.side)
                return try JPEGWriter.standard.encode(picture.pixels.raster)
            }
        } catch let error as ForeignFile.Failure {
            throw HTTPError(.unprocessableContent, message: "\(error)")
        } catch is PictureError {
            throw HTTPError(.unprocessableContent, message: localized("This file is not a picture."))
        }
        try people.setPicture(small, of: visit.person)
        return Response(status: .noContent)
    }

    private func picture(_ request: Request, _ context: StationContext) throws -> Response {
        guard let id = context.parameters.get("person", as: Int64.self), let name = people.person(id)?.picture else {
            throw HTTPError(.notFound)
        }
        return PictureAnswer.make(original: try people.library.original(name), for: request, tag: name.text)
    }
}

extension People {
    private static var newsName: String { "news" }

    /// The current person's settings; the station's if nobody signs in.
    var settings: PersonalSettings { settings(of: Visitor.current) }

    func settings(of visitor: Visitor) -> PersonalSettings {
        let person = visitor.person?.person ?? Library.builtInPerson
        if let known = knownSettings(of: person) { return known }
        let stored = try? library.personalSettings(of: person)
        let settings = stored ?? PersonalSettings()
        keep(settings, of: person)
        return settings
    }

    func set(_ settings: PersonalSettings, of person: Int64) throws(StoreError) {
        try library.set(settings, of: person)
        keep(settings, of: person)
    }

    func setPicture(_ picture: [UInt8]?, of person: Int64) throws(StoreError) {
        try library.setPicture(picture, of: person)
        try refresh()
    }

    func rename(_ person: Int64, to name: PersonName, title: PersonTitle) throws(StoreError) {
        try library.rename(person, to: name, title: title)
        try refresh()
    }

    // MARK: What is new

    /// Returns the news to show to a signed-in person; `nil` if the person has seen them or has just joined.
    func news(for person: Int64) -> WhatsNew? {
        guard let news = WhatsNew.current(RectoVersion.current) else { return nil }
        let seen = (try? library.setting(Self.newsName, of: person, as: String.self)).flatMap { ReleaseVersion($0) }
        if seen == nil { try? sawNews(person) }
        return news.isDue(seen: seen) ? news : nil
    }

    func sawNews(_ person: Int64) throws(StoreError) {
        try library.set(Self.newsName, of: person, to: RectoVersion.current)
    }
}
