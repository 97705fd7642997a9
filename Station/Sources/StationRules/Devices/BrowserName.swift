/// The names of a browser and of its system, as far as it tells them.
struct BrowserName: Hashable, Sendable {
    let browser: String?
    let system: String?

    /// - Parameters:
    ///   - platform: Its system, which some browsers state; `nil` for others.
    ///   - userAgent: As the browser states it.
    init(platform: String?, userAgent: String?) {
        let agent = userAgent ?? ""
        func name(_ names: [(mark: String, name: String)]) -> String? { names.first { agent.contains($0.mark) }?.name }
        browser = name(Self.browsers)
        let stated = platform.flatMap { Self.platforms.contains($0) ? $0 : nil }
        system = stated ?? name(Self.systems)
    }

    private static let platforms = ["Android", "Chrome OS", "iOS", "Linux", "macOS", "Windows"]
    /// What browsers write of their system. Android names Linux too.
    private static let systems: [(mark: String, name: String)] = [
        ("Android", "Android"), ("iPhone", "iOS"), ("iPad", "iOS"), ("CrOS", "Chrome OS"), ("Windows", "Windows"),
        ("Mac OS X", "macOS"), ("Linux", "Linux"),
    ]
    /// Most browsers name those that they are like, too.
    private static let browsers: [(mark: String, name: String)] = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
        ("FxiOS", "Firefox"), ("Chrome", "Chrome"), ("CriOS", "Chrome"), ("Safari", "Safari"),
    ]
}
