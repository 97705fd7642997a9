/// The names of a browser and its system, as far as the browser reports them.
struct BrowserName: Hashable, Sendable {
    let browser: String?
    let system: String?

    /// - Parameters:
    ///   - platform: The system, if the browser reports it.
    ///   - userAgent: The browser's `User-Agent` header.
    init(platform: String?, userAgent: String?) {
        let agent = userAgent ?? ""
        func name(_ names: [(mark: String, name: String)]) -> String? { names.first { agent.contains($0.mark) }?.name }
        browser = name(Self.browsers)
        let stated = platform.flatMap { Self.platforms.contains($0) ? $0 : nil }
        system = stated ?? name(Self.systems)
    }

    private static let platforms = ["Android", "Chrome OS", "iOS", "Linux", "macOS", "Windows"]
    /// The identifiers of systems in user agents. Android also mentions Linux.
    private static let systems: [(mark: String, name: String)] = [
        ("Android", "Android"), ("iPhone", "iOS"), ("iPad", "iOS"), ("CrOS", "Chrome OS"), ("Windows", "Windows"),
        ("Mac OS X", "macOS"), ("Linux", "Linux"),
    ]
    /// The identifiers of browsers. Most also mention the browsers that they are compatible with.
    private static let browsers: [(mark: String, name: String)] = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
        ("FxiOS", "Firefox"), ("Chrome", "Chrome"), ("CriOS", "Chrome"), ("Safari", "Safari"),
    ]
}
