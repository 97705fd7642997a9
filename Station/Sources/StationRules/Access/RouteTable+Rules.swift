import StationIdentity

/// The entries, in the order of the screens.
extension RouteTable {
    static let entrance: [RouteRule] = [
        RouteRule(openTo: .get, signIn, .page),
        RouteRule(openTo: .post, signIn, .page),
        RouteRule(openTo: .post, "/sign-in/passkey", .data),
        RouteRule(openTo: .post, "/sign-in/passkey/options", .data),
        RouteRule(openTo: .get, "/sign-in/people", .page),
        RouteRule(openTo: .get, "/sign-in/recovery", .page),
        RouteRule(openTo: .post, "/sign-in/recovery", .page),
        RouteRule(openTo: .post, "/sign-out", .page),
        RouteRule(openTo: .get, InvitationLink.path, .page),
        RouteRule(openTo: .post, InvitationLink.path, .page),
        RouteRule(openTo: .post, InvitationLink.path + "/{step}", .page),
        RouteRule(openTo: .get, "/welcome", .page),
        RouteRule(openTo: .get, "/welcome/scan", .cameraPage),
        RouteRule(openTo: .post, "/welcome/activate", .page),
        RouteRule(openTo: .get, ActivationLink.path, .page),
        RouteRule(openTo: .get, "/live/code", .channel),
        RouteRule(.get, "/live/code" + source, to: .scan, .channel),
    ]

    static let joining: [RouteRule] = [
        RouteRule(openTo: .get, "/", .page),
        RouteRule(openTo: .get, JoinFile.certificate.path, .file),
        RouteRule(openTo: .get, JoinFile.profile.path, .file),
        // The way to the same address of the station itself.
        RouteRule(openTo: .get, "/**", .page),
    ]

    /// The station's own styles, scripts, icons and fonts.
    static let assets: [RouteRule] = [
        RouteRule(openTo: .get, "/web/**", .asset(seconds: 0)),
        // Which the module of charts has.
        RouteRule(openTo: .get, "/web/patterns/charts/charts.css", .asset(seconds: 0)),
        RouteRule(openTo: .get, "/icons.css", .asset(seconds: day)),
        RouteRule(openTo: .get, "/icons/{name}", .asset(seconds: day)),
        RouteRule(openTo: .get, "/fonts/{name}", .asset(seconds: day)),
    ]

    static let engine = [RouteRule(openTo: .get, "/engine/**", .engine)]

    static let library: [RouteRule] = [
        // Leads on: where to depends on the role.
        RouteRule(.get, "/", to: .scan, .page),
        RouteRule(.get, "/documents", to: .readDocuments, .page),
        RouteRule(.get, "/documents/pinned", to: .readDocuments, .page),
        RouteRule(.get, "/documents/count", to: .readDocuments, .data),
        RouteRule(.get, "/documents/filter", to: .readDocuments, .page),
        RouteRule(.get, "/search", to: .readDocuments, .page),
        RouteRule(.get, "/search/suggestions", to: .readDocuments, .data),
        RouteRule(.post, "/documents/selection/edit", to: .editDocuments, .page),
        RouteRule(.post, "/documents/selection/merge", to: .editDocuments, .page),
        RouteRule(.post, "/documents/selection/delete", to: .deleteDocuments, .page),
        RouteRule(.post, "/documents/selection/restore", to: .deleteDocuments, .page),
        RouteRule(.post, "/documents/selection/purge", to: .deleteForGood, .page),
        RouteRule(.post, "/documents/undo/{events}", to: .editDocuments, .page),
        RouteRule(.get, "/documents/tags", to: .editDocuments, .page),
        RouteRule(.post, "/documents/tags/{tag}", to: .editDocuments, .page),
        RouteRule(.get, "/documents/folders", to: .readDocuments, .page),
        RouteRule(.post, "/documents/folders", to: .editDocuments, .page),
        RouteRule(.get, "/documents/folders/picker", to: .readDocuments, .page),
        RouteRule(.get, "/documents/folders/{folder}", to: .readDocuments, .page),
        RouteRule(.post, "/documents/folders/{folder}", to: .editDocuments, .page),
        RouteRule(.post, "/documents/folders/{folder}/delete", to: .editDocuments, .page),
        RouteRule(.get, "/documents/new", to: .editDocuments, .page),
        RouteRule(.post, "/documents/new", to: .editDocuments, .page, body: .picture),
        RouteRule(.get, "/documents/{document}", to: .readDocuments, .page),
        RouteRule(.post, "/documents/{document}/edit", to: .editDocuments, .page, body: .picture),
        RouteRule(.post, "/documents/{document}/undo/{event}", to: .editDocuments, .page),
        RouteRule(.post, "/documents/{document}/delete", to: .deleteDocuments, .page),
        RouteRule(.post, "/documents/{document}/draft", to: .editDocuments, .page),
        RouteRule(.get, "/documents/{document}/move", to: .editDocuments, .page),
        RouteRule(.post, "/documents/{document}/move", to: .editDocuments, .page),
        RouteRule(.post, "/documents/{document}/read", to: .editDocuments, .page),
        RouteRule(.post, "/documents/{document}/notes", to: .editDocuments, .page),
        RouteRule(.post, "/documents/{document}/notes/{note}", to: .editDocuments, .page),
        RouteRule(.post, "/documents/{document}/notes/{note}/delete", to: .editDocuments, .page),
        RouteRule(.get, "/documents/{document}/attachments/{attachment}", to: .exportDocument, .file),
        RouteRule(.post, "/documents/{document}/restore", to: .deleteDocuments, .page),
        RouteRule(.post, "/documents/{document}/pin", to: .readDocuments, .page),
        RouteRule(.post, "/documents/{document}/unpin", to: .readDocuments, .page),
        RouteRule(.get, "/documents/{document}/pages/{page}", to: .readDocuments, .page),
        RouteRule(.get, "/documents/{document}/pages/{page}/full", to: .readDocuments, .picture()),
        RouteRule(.get, "/documents/{document}/pages/{page}/screen", to: .readDocuments, .picture()),
        RouteRule(.get, "/documents/{document}/pages/{page}/thumbnail", to: .readDocuments, .picture()),
        RouteRule(.get, "/documents/{document}/pages/{page}/png", to: .exportDocument, .file),
        RouteRule(.post, "/sidebar/items", to: .readDocuments, .page),
        RouteRule(.post, "/sidebar/moves", to: .readDocuments, .page),
        RouteRule(.post, "/sidebar/groups", to: .readDocuments, .page),
        RouteRule(.get, "/profile", to: .changeOwnSettings, .page),
        RouteRule(.get, "/profile/activity", to: .readDocuments, .page),
        RouteRule(.get, "/profile/storage", to: .readDocuments, .page),
        RouteRule(.post, "/profile/clock", to: .changeOwnSettings, .page),
        RouteRule(.post, "/profile/text", to: .changeStation, .page),
        RouteRule(.post, "/profile/text/again", to: .changeStation, .page),
        RouteRule(.post, "/profile/language", to: .changeOwnSettings, .page),
    ]

    static let scanner: [RouteRule] = [
        RouteRule(.get, "/scan", to: .scan, .page),
        RouteRule(.get, "/drafts", to: .readDocuments, .page),
        RouteRule(.post, "/scan/leave", to: .scan, .page),
        RouteRule(.get, "/scan/{session}", to: .scan, .cameraPage),
        RouteRule(.get, "/live/scan/{session}", to: .scan, .channel),
        RouteRule(.get, "/live/scan/{session}" + source, to: .scan, .channel),
        RouteRule(.post, "/scan/{session}/imports", to: .scan, .data),
        RouteRule(.post, "/scan/{session}/import", to: .scan, .page, body: .picture),
        RouteRule(.post, "/scan/{session}/save", to: .scan, .page),
        RouteRule(.post, "/scan/{session}/discard", to: .scan, .page),
        RouteRule(.get, "/scan/{session}/pages", to: .scan, .page),
        RouteRule(.get, "/scan/{session}/changes", to: .scan, .page),
        RouteRule(.get, "/scan/{session}/pages/{page}", to: .scan, .page),
        RouteRule(.post, "/scan/{session}/pages/{page}/rotate", to: .scan, .page),
        RouteRule(.post, "/scan/{session}/pages/{page}/filter", to: .scan, .page),
        RouteRule(.post, "/scan/{session}/pages/{page}/move", to: .scan, .page),
        RouteRule(.post, "/scan/{session}/pages/{page}/delete", to: .scan, .page),
        RouteRule(.post, "/scan/{session}/pages/{page}/restore", to: .scan, .page),
        RouteRule(.post, "/scan/{session}/pages/{page}/former", to: .scan, .page),
        RouteRule(.post, "/scan/{session}/pages/{page}/retake", to: .scan, .page),
        RouteRule(.get, "/scan/{session}/pages/{page}/adjust", to: .scan, .page),
        RouteRule(.post, "/scan/{session}/pages/{page}/adjust", to: .scan, .page),
        RouteRule(.post, "/scan/{session}/pages/{page}/adjust/corner", to: .scan, .data),
        RouteRule(.get, "/scan/{session}/pages/{page}/original", to: .scan, .picture()),
        RouteRule(.get, "/scan/{session}/pages/{page}/full", to: .scan, .picture()),
        RouteRule(.get, "/scan/{session}/pages/{page}/screen", to: .scan, .picture()),
        RouteRule(.get, "/scan/{session}/pages/{page}/thumbnail", to: .scan, .picture()),
    ]

    static let scenes: [RouteRule] = [
        RouteRule(.get, "/ar", to: .readDocuments, .page),
        RouteRule(.post, "/ar", to: .editDocuments, .page),
        RouteRule(.get, "/ar/new", to: .editDocuments, .page),
        RouteRule(.post, "/ar/new/picture", to: .editDocuments, .page, body: .picture),
        RouteRule(.post, "/ar/new/page", to: .editDocuments, .page),
        RouteRule(.get, "/ar/new/pictures/{picture}", to: .editDocuments, .picture(isNamedByPath: true)),
        RouteRule(.get, "/ar/{scene}", to: .readDocuments, .cameraPage),
        RouteRule(.get, "/live/ar/{scene}", to: .readDocuments, .channel),
        RouteRule(.get, "/live/ar/{scene}" + source, to: .readDocuments, .channel),
        RouteRule(.get, "/ar/{scene}/picture/full", to: .readDocuments, .picture()),
        RouteRule(.get, "/ar/{scene}/picture/screen", to: .readDocuments, .picture()),
        RouteRule(.get, "/ar/{scene}/picture/thumbnail", to: .readDocuments, .picture()),
        RouteRule(.get, "/ar/{scene}/edit", to: .editDocuments, .page),
        RouteRule(.post, "/ar/{scene}/rename", to: .editDocuments, .page),
        RouteRule(.post, "/ar/{scene}/delete", to: .editDocuments, .page),
        RouteRule(.post, "/ar/{scene}/annotations", to: .editDocuments, .page),
        RouteRule(.get, "/ar/{scene}/annotations/new", to: .editDocuments, .page),
        RouteRule(.get, "/ar/{scene}/annotations/{annotation}", to: .editDocuments, .page),
        RouteRule(.post, "/ar/{scene}/annotations/{annotation}", to: .editDocuments, .page),
        RouteRule(.post, "/ar/{scene}/annotations/{annotation}/delete", to: .editDocuments, .page),
    ]

    static let devices: [RouteRule] = [
        RouteRule(.get, "/devices", to: .activateDevices, .page),
        RouteRule(.get, "/devices/activation", to: .activateDevices, .page, hasEffect: true),
        RouteRule(.post, "/devices/{device}/remove", to: .removeDevices, .page),
    ]

    static let people: [RouteRule] = [
        RouteRule(.get, "/people", to: .managePeople, .page),
        // Its last step shows codes that count from then on.
        RouteRule(.get, "/people/setup", to: .managePeople, .page, hasEffect: true),
        RouteRule(.post, "/people/setup/{step}", to: .managePeople, .page),
        RouteRule(.post, "/people/invitations", to: .managePeople, .page),
        RouteRule(.post, "/people/invitations/{invitation}/withdraw", to: .managePeople, .page),
        RouteRule(.post, "/people/{person}/role", to: .managePeople, .page),
        RouteRule(.post, "/people/{person}/remove", to: .managePeople, .page),
        RouteRule(.post, "/people/{person}/recovery", to: .recoverPeople, .page),
        RouteRule(.get, confirmation, to: .changeOwnSettings, .page),
        RouteRule(.post, confirmation, to: .changeOwnSettings, .page),
        RouteRule(.post, "/session/lock", to: .endOwnSessions, .page),
        RouteRule(.post, "/session/seen", to: .endOwnSessions, .data),
        RouteRule(.get, "/profile/sign-in", to: .endOwnSessions, .page),
        RouteRule(.post, "/profile/sessions/{session}/end", to: .endOwnSessions, .page),
        RouteRule(.post, "/profile/passcode", to: .changeOwnSignIn, .page),
        RouteRule(.post, "/profile/recovery-codes", to: .changeOwnSignIn, .page),
        RouteRule(.post, "/profile/passkeys", to: .changeOwnSignIn, .data),
        RouteRule(.post, "/profile/passkeys/options", to: .changeOwnSignIn, .data),
        RouteRule(.post, "/profile/passkeys/{passkey}/remove", to: .changeOwnSignIn, .page),
    ]

    static let programs: [RouteRule] = [
        RouteRule(.get, "/health", to: .scan, .data),
        RouteRule(.get, "/metrics", to: .readDocuments, .data),
        RouteRule(.get, "/events", to: .readDocuments, .data),
        RouteRule(.get, "/api/openapi.json", to: .scan, .data),
        RouteRule(.get, "/api/documents", to: .readDocuments, .data),
        RouteRule(.post, "/api/documents", to: .scan, .data, body: .picture),
        RouteRule(.get, "/api/names", to: .readDocuments, .data),
        RouteRule(.get, "/api/documents/{document}", to: .readDocuments, .data),
        RouteRule(.patch, "/api/documents/{document}", to: .editDocuments, .data),
        RouteRule(.delete, "/api/documents/{document}", to: .deleteDocuments, .data),
        RouteRule(.post, "/api/documents/{document}/restore", to: .deleteDocuments, .data),
        RouteRule(.get, "/api/documents/{document}/pdf", to: .exportDocument, .file),
        RouteRule(.get, "/api/documents/{document}/tiff", to: .exportDocument, .file),
        RouteRule(.get, "/api/documents/{document}/text", to: .readDocuments, .data),
        RouteRule(.get, "/api/documents/{document}/notes", to: .readDocuments, .data),
        RouteRule(.post, "/api/documents/{document}/notes", to: .editDocuments, .data),
        RouteRule(.patch, "/api/documents/{document}/notes/{note}", to: .editDocuments, .data),
        RouteRule(.delete, "/api/documents/{document}/notes/{note}", to: .editDocuments, .data),
        RouteRule(.get, "/api/documents/{document}/events", to: .readDocuments, .data),
        RouteRule(.get, "/api/documents/{document}/attachments", to: .readDocuments, .data),
        RouteRule(.post, "/api/documents/{document}/attachments", to: .editDocuments, .data, body: .picture),
        RouteRule(.get, "/api/documents/{document}/attachments/{attachment}", to: .exportDocument, .file),
        RouteRule(.delete, "/api/documents/{document}/attachments/{attachment}", to: .editDocuments, .data),
        RouteRule(.get, "/api/documents/{document}/pages/{page}/text", to: .readDocuments, .data),
        RouteRule(.get, "/api/documents/{document}/pages/{page}/picture", to: .readDocuments, .picture()),
        RouteRule(.get, "/api/documents/{document}/pages/{page}/png", to: .exportDocument, .file),
        RouteRule(.post, "/api/documents/{document}/exports", to: .exportDocument, .data),
        RouteRule(.post, "/api/exports", to: .exportDocument, .data),
        RouteRule(.get, "/api/jobs/{job}", to: .exportDocument, .data),
        RouteRule(.delete, "/api/jobs/{job}", to: .exportDocument, .data),
        RouteRule(.get, "/api/jobs/{job}/file", to: .exportDocument, .file),
        RouteRule(.get, "/api/reading", to: .readDocuments, .data),
        RouteRule(.get, "/api/sources", to: .scan, .data),
        RouteRule(.put, "/api/sources/{source}/light", to: .scan, .data),
        RouteRule(.post, "/api/sources/{source}/captures", to: .scan, .data),
        RouteRule(.get, "/api/captures", to: .readDocuments, .data),
        RouteRule(.get, "/api/sessions", to: .readDocuments, .data),
        RouteRule(.post, "/api/sessions/{session}/document", to: .scan, .data),
    ]

    /// - Parameter path: That of a camera as a network scanner.
    static func scanner(at path: String) -> [RouteRule] {
        [
            RouteRule(.get, "\(path)/ScannerCapabilities", for: .scanningPrograms, to: .scan, .data),
            RouteRule(.get, "\(path)/ScannerStatus", for: .scanningPrograms, to: .scan, .data),
            RouteRule(.post, "\(path)/ScanJobs", for: .scanningPrograms, to: .scan, .data),
            RouteRule(.delete, "\(path)/ScanJobs/{job}", for: .scanningPrograms, to: .scan, .data),
            RouteRule(
                .get, "\(path)/ScanJobs/{job}/NextDocument", for: .scanningPrograms, to: .scan, .file, hasEffect: true),
            RouteRule(.get, "\(path)/ScanJobs/{job}/ScanImageInfo", for: .scanningPrograms, to: .scan, .data),
        ]
    }

    private static let day = 86_400
}
