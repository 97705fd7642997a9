/// The entries, in the order of the screens.
extension RouteTable {
    static let entrance: [RouteRule] = [
        RouteRule(.get, signIn, for: .anyone, .page),
        RouteRule(.get, "/welcome", for: .anyone, .page),
        RouteRule(.get, "/welcome/scan", for: .anyone, .cameraPage),
        RouteRule(.post, "/welcome/activate", for: .anyone, .page),
        RouteRule(.get, ActivationLink.path, for: .anyone, .page),
        RouteRule(.get, "/live/code", for: .anyone, .channel),
        RouteRule(.get, "/live/code" + source, .channel),
    ]

    static let joining: [RouteRule] = [
        RouteRule(.get, "/", for: .anyone, .page),
        RouteRule(.get, JoinFile.certificate.path, for: .anyone, .file),
        RouteRule(.get, JoinFile.profile.path, for: .anyone, .file),
        // The way to the same address of the station itself.
        RouteRule(.get, "/**", for: .anyone, .page),
    ]

    /// The station's own styles, scripts, icons and fonts.
    static let assets: [RouteRule] = [
        RouteRule(.get, "/web/**", for: .anyone, .asset(seconds: 0)),
        RouteRule(.get, "/icons.css", for: .anyone, .asset(seconds: day)),
        RouteRule(.get, "/icons/{name}", for: .anyone, .asset(seconds: day)),
        RouteRule(.get, "/fonts/{name}", for: .anyone, .asset(seconds: day)),
    ]

    static let engine = [RouteRule(.get, "/engine/**", for: .anyone, .engine)]

    static let library: [RouteRule] = [
        RouteRule(.get, "/", .page),
        RouteRule(.get, "/documents", .page),
        RouteRule(.get, "/documents/pinned", .page),
        RouteRule(.get, "/documents/count", .data),
        RouteRule(.get, "/documents/filter", .page),
        RouteRule(.post, "/documents/selection/edit", .page),
        RouteRule(.post, "/documents/selection/merge", .page),
        RouteRule(.post, "/documents/selection/delete", .page),
        RouteRule(.post, "/documents/selection/restore", .page),
        RouteRule(.post, "/documents/selection/purge", .page),
        RouteRule(.post, "/documents/undo/{events}", .page),
        RouteRule(.get, "/documents/tags", .page),
        RouteRule(.post, "/documents/tags/{tag}", .page),
        RouteRule(.get, "/documents/{document}", .page),
        RouteRule(.post, "/documents/{document}/edit", .page),
        RouteRule(.post, "/documents/{document}/undo/{event}", .page),
        RouteRule(.post, "/documents/{document}/delete", .page),
        RouteRule(.post, "/documents/{document}/draft", .page),
        RouteRule(.get, "/documents/{document}/move", .page),
        RouteRule(.post, "/documents/{document}/move", .page),
        RouteRule(.post, "/documents/{document}/read", .page),
        RouteRule(.post, "/documents/{document}/notes", .page),
        RouteRule(.post, "/documents/{document}/notes/{note}", .page),
        RouteRule(.post, "/documents/{document}/notes/{note}/delete", .page),
        RouteRule(.get, "/documents/{document}/attachments/{attachment}", .file),
        RouteRule(.post, "/documents/{document}/restore", .page),
        RouteRule(.post, "/documents/{document}/pin", .page),
        RouteRule(.post, "/documents/{document}/unpin", .page),
        RouteRule(.get, "/documents/{document}/pages/{page}", .page),
        RouteRule(.get, "/documents/{document}/pages/{page}/full", .picture()),
        RouteRule(.get, "/documents/{document}/pages/{page}/screen", .picture()),
        RouteRule(.get, "/documents/{document}/pages/{page}/thumbnail", .picture()),
        RouteRule(.get, "/documents/{document}/pages/{page}/png", .file),
        RouteRule(.post, "/sidebar/items", .page),
        RouteRule(.post, "/sidebar/moves", .page),
        RouteRule(.post, "/sidebar/groups", .page),
        RouteRule(.get, "/profile", .page),
        RouteRule(.get, "/profile/activity", .page),
        RouteRule(.get, "/profile/storage", .page),
        RouteRule(.post, "/profile/clock", .page),
        RouteRule(.post, "/profile/text", .page),
        RouteRule(.post, "/profile/text/again", .page),
        RouteRule(.post, "/profile/language", .page),
    ]

    static let scanner: [RouteRule] = [
        RouteRule(.get, "/scan", .page),
        RouteRule(.get, "/drafts", .page),
        RouteRule(.post, "/scan/leave", .page),
        RouteRule(.get, "/scan/{session}", .cameraPage),
        RouteRule(.get, "/live/scan/{session}", .channel),
        RouteRule(.get, "/live/scan/{session}" + source, .channel),
        RouteRule(.post, "/scan/{session}/imports", .data),
        RouteRule(.post, "/scan/{session}/import", .page, body: .picture),
        RouteRule(.post, "/scan/{session}/save", .page),
        RouteRule(.post, "/scan/{session}/discard", .page),
        RouteRule(.get, "/scan/{session}/pages", .page),
        RouteRule(.get, "/scan/{session}/changes", .page),
        RouteRule(.get, "/scan/{session}/pages/{page}", .page),
        RouteRule(.post, "/scan/{session}/pages/{page}/rotate", .page),
        RouteRule(.post, "/scan/{session}/pages/{page}/filter", .page),
        RouteRule(.post, "/scan/{session}/pages/{page}/move", .page),
        RouteRule(.post, "/scan/{session}/pages/{page}/delete", .page),
        RouteRule(.post, "/scan/{session}/pages/{page}/restore", .page),
        RouteRule(.post, "/scan/{session}/pages/{page}/former", .page),
        RouteRule(.post, "/scan/{session}/pages/{page}/retake", .page),
        RouteRule(.get, "/scan/{session}/pages/{page}/adjust", .page),
        RouteRule(.post, "/scan/{session}/pages/{page}/adjust", .page),
        RouteRule(.post, "/scan/{session}/pages/{page}/adjust/corner", .data),
        RouteRule(.get, "/scan/{session}/pages/{page}/original", .picture()),
        RouteRule(.get, "/scan/{session}/pages/{page}/full", .picture()),
        RouteRule(.get, "/scan/{session}/pages/{page}/screen", .picture()),
        RouteRule(.get, "/scan/{session}/pages/{page}/thumbnail", .picture()),
    ]

    static let scenes: [RouteRule] = [
        RouteRule(.get, "/ar", .page),
        RouteRule(.post, "/ar", .page),
        RouteRule(.get, "/ar/new", .page),
        RouteRule(.post, "/ar/new/picture", .page, body: .picture),
        RouteRule(.post, "/ar/new/page", .page),
        RouteRule(.get, "/ar/new/pictures/{picture}", .picture(isNamedByPath: true)),
        RouteRule(.get, "/ar/{scene}", .cameraPage),
        RouteRule(.get, "/live/ar/{scene}", .channel),
        RouteRule(.get, "/live/ar/{scene}" + source, .channel),
        RouteRule(.get, "/ar/{scene}/picture/full", .picture()),
        RouteRule(.get, "/ar/{scene}/picture/screen", .picture()),
        RouteRule(.get, "/ar/{scene}/picture/thumbnail", .picture()),
        RouteRule(.get, "/ar/{scene}/edit", .page),
        RouteRule(.post, "/ar/{scene}/rename", .page),
        RouteRule(.post, "/ar/{scene}/delete", .page),
        RouteRule(.post, "/ar/{scene}/annotations", .page),
        RouteRule(.get, "/ar/{scene}/annotations/new", .page),
        RouteRule(.get, "/ar/{scene}/annotations/{annotation}", .page),
        RouteRule(.post, "/ar/{scene}/annotations/{annotation}", .page),
        RouteRule(.post, "/ar/{scene}/annotations/{annotation}/delete", .page),
    ]

    static let devices: [RouteRule] = [
        RouteRule(.get, "/devices", .page),
        RouteRule(.get, "/devices/activation", .page, hasEffect: true),
        RouteRule(.post, "/devices/{device}/remove", .page),
    ]

    static let programs: [RouteRule] = [
        RouteRule(.get, "/health", .data),
        RouteRule(.get, "/metrics", .data),
        RouteRule(.get, "/events", .data),
        RouteRule(.get, "/api/openapi.json", .data),
        RouteRule(.get, "/api/documents", .data),
        RouteRule(.post, "/api/documents", .data, body: .picture),
        RouteRule(.get, "/api/names", .data),
        RouteRule(.get, "/api/documents/{document}", .data),
        RouteRule(.patch, "/api/documents/{document}", .data),
        RouteRule(.delete, "/api/documents/{document}", .data),
        RouteRule(.post, "/api/documents/{document}/restore", .data),
        RouteRule(.get, "/api/documents/{document}/pdf", .file),
        RouteRule(.get, "/api/documents/{document}/tiff", .file),
        RouteRule(.get, "/api/documents/{document}/text", .data),
        RouteRule(.get, "/api/documents/{document}/notes", .data),
        RouteRule(.post, "/api/documents/{document}/notes", .data),
        RouteRule(.patch, "/api/documents/{document}/notes/{note}", .data),
        RouteRule(.delete, "/api/documents/{document}/notes/{note}", .data),
        RouteRule(.get, "/api/documents/{document}/events", .data),
        RouteRule(.get, "/api/documents/{document}/attachments", .data),
        RouteRule(.get, "/api/documents/{document}/attachments/{attachment}", .file),
        RouteRule(.get, "/api/documents/{document}/pages/{page}/text", .data),
        RouteRule(.get, "/api/documents/{document}/pages/{page}/picture", .picture()),
        RouteRule(.get, "/api/documents/{document}/pages/{page}/png", .file),
        RouteRule(.post, "/api/documents/{document}/exports", .data),
        RouteRule(.post, "/api/exports", .data),
        RouteRule(.get, "/api/jobs/{job}", .data),
        RouteRule(.delete, "/api/jobs/{job}", .data),
        RouteRule(.get, "/api/jobs/{job}/file", .file),
        RouteRule(.get, "/api/reading", .data),
        RouteRule(.get, "/api/sources", .data),
        RouteRule(.put, "/api/sources/{source}/light", .data),
        RouteRule(.post, "/api/sources/{source}/captures", .data),
        RouteRule(.get, "/api/captures", .data),
        RouteRule(.get, "/api/sessions", .data),
        RouteRule(.post, "/api/sessions/{session}/document", .data),
    ]

    /// - Parameter path: That of a camera as a network scanner.
    static func scanner(at path: String) -> [RouteRule] {
        [
            RouteRule(.get, "\(path)/ScannerCapabilities", for: .scanningPrograms, .data),
            RouteRule(.get, "\(path)/ScannerStatus", for: .scanningPrograms, .data),
            RouteRule(.post, "\(path)/ScanJobs", for: .scanningPrograms, .data),
            RouteRule(.delete, "\(path)/ScanJobs/{job}", for: .scanningPrograms, .data),
            RouteRule(.get, "\(path)/ScanJobs/{job}/NextDocument", for: .scanningPrograms, .file, hasEffect: true),
            RouteRule(.get, "\(path)/ScanJobs/{job}/ScanImageInfo", for: .scanningPrograms, .data),
        ]
    }

    private static let day = 86_400
}
