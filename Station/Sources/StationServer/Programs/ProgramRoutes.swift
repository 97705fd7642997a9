import FoundationEssentials
import HTTPTypes
import Hummingbird
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Routes for the tokens of programs.
struct ProgramRoutes {
    let library: Library
    let clocks: StationClocks
    let pages: StationPages
    /// `nil` if only this machine can reach the station. Then programs need no token.
    let reach: StationReach?

    static let path = "/devices/programs"

    func add(to router: Routes) {
        guard reach != nil else { return }
        router.get("devices/programs", to: .managePrograms, .page) { request, _ in
            try await page(request, token: madeToken(request))
        }
        router.post("devices/programs", to: .managePrograms, .page, use: make)
        router.post("devices/programs/:program/revoke", to: .managePrograms, .page, use: revoke)
    }

    private func madeToken(_ request: Request) -> SecretToken? {
        if case .token(let token)? = pages.people.shownOnce.take(request) { token } else { nil }
    }

    private func page(
        _ request: Request, token: SecretToken? = nil, refused: (name: String, scope: ProgramScope, String)? = nil
    ) async throws -> Response {
        let clock = clocks.current
        let rows = try library.programs().map { program in
            ProgramsView.Row(
                id: program.id, name: program.name, scope: program.scope,
                used: program.used.map { clock.relativeTime($0, now: .now) })
        }
        let view = ProgramsView(
            rows, token: token?.text, name: refused?.name ?? "", scope: refused?.scope ?? .read, failure: refused?.2)
        let isRevoked = request.uri.queryParameters["done"] == "revoked"
        return await pages.html(
            PageShell(
                title: ProgramMessages.title, place: .devices, parts: ["profile", "qr-code-scanner"],
                toast: isRevoked ? ProgramMessages.removed : token == nil ? ShownOnce.note(request) : nil,
                body: view.html),
            at: Self.path, for: request, status: refused == nil ? .ok : .unprocessableContent)
    }

    /// Makes a token, which is shown once because the library does not store it in readable form.
    private func make(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await FormBody(request, context)
        guard let scope = ProgramScope(rawValue: try form.text("scope")) else { throw HTTPError(.badRequest) }
        let entered = try form.text("name")
        do {
            let name = try EnteredLine(entered, field: .program, characters: ProgramMessages.nameCharacters).text
            let token = try library.addProgram(name, scope: scope, at: .now)
            return PageAnswer.seeOther(pages.people.shownOnce.address(of: .token(token), at: Self.path))
        } catch let error as EnteredLine.Failure {
            return try await page(request, refused: (entered, scope, error.description))
        }
    }

    private func revoke(_ request: Request, _ context: StationContext) async throws -> Response {
        guard let id = context.parameters.get("program", as: Int64.self) else { throw HTTPError(.notFound) }
        try pages.people.removeProgram(id)
        return PageAnswer.seeOther("\(Self.path)?done=revoked")
    }
}
