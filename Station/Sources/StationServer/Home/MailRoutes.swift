import FoundationEssentials
import HTTPTypes
import Hummingbird
import StationIdentity
import StationRules
import StationStore
import StationViews

/// The forms for reminders by e-mail: a person's address, and the owner's mail server.
struct MailRoutes {
    let library: Library
    let mailer: ReminderMailer
    let dueDates: DueDateRoutes

    func add(to router: Routes) {
        router.post("home/reminders/address", to: .readDocuments, .page, use: setAddress)
        router.post("home/reminders/server", to: .changeStation, .page, use: setServer)
        router.post("home/reminders/test", to: .changeStation, .page, use: test)
    }

    private func setAddress(_ request: Request, _ context: StationContext) async throws -> Response {
        let text = try await FormBody(request, context).optionalText("address") ?? ""
        let address = MailAddress(text)
        guard text.isEmpty || address != nil else {
            return try await dueDates.subscribe(request, refused: MailView.Refusal(address: text), status: .badRequest)
        }
        let kept = try library.reminderSettings(of: Library.actingPerson)
        var settings = kept ?? ReminderSettings(address: address, language: .current)
        (settings.address, settings.language) = (address, .current)
        try library.set(settings, of: Library.actingPerson)
        return Self.done(address == nil ? "no-address" : "address")
    }

    private func setServer(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await FormBody(request, context)
        func text(_ field: MailServer.Field) -> String { form.optionalText(field.rawValue) ?? "" }
        guard !text(.host).isEmpty else {
            try mailer.choose(nil, password: "")
            return Self.done("no-server")
        }
        // A password field left empty keeps the password, because it is not shown. Without a user name there is no
        // password.
        let entered = form.optionalText(MailServer.Field.password.rawValue)
        let password = text(.user).isEmpty && entered == nil ? "" : entered
        do {
            let server = try MailServer(
                host: text(.host), port: text(.port), security: text(.security), user: text(.user),
                sender: text(.sender), hasPassword: entered != nil)
            try mailer.choose(server, password: password)
        } catch let error as MailServer.Failure {
            let entries = Dictionary(uniqueKeysWithValues: MailServer.Field.allCases.map { ($0, text($0)) })
            return try await dueDates.subscribe(
                request, refused: MailView.Refusal(server: entries, reasons: error.reasons), status: .badRequest)
        }
        return Self.done("server")
    }

    /// Returns to the screen, which reports the change.
    private static func done(_ what: String) -> Response { PageAnswer.seeOther("\(DueDateRoutes.screen)?done=\(what)") }

    /// Sends a test e-mail to the person's own address, so that nobody else gets any.
    private func test(_ request: Request, _ context: StationContext) async throws -> Response {
        guard let address = try library.reminderSettings(of: Library.actingPerson)?.address else {
            return PageAnswer.seeOther(DueDateRoutes.screen)
        }
        do { try await mailer.test(to: address, at: .now) } catch is MailFailure {
            // The screen shows the reason.
            return PageAnswer.seeOther(DueDateRoutes.screen)
        }
        return Self.done("sent")
    }
}
