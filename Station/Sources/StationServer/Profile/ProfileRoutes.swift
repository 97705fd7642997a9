import FoundationEssentials
import Hummingbird
import Recto
import StationRules
import StationStore
import StationViews

/// The route of the profile: who uses the station, and facts about it.
struct ProfileRoutes {
    let library: Library
    let clock: StationClock
    let cameras: [String]
    let pages: StationPages
    /// `nil` if only this machine can reach the station.
    let access: StationAccess?

    func add(to router: some RouterMethods<StationContext>) { router.get("profile", use: show) }

    private func show(_ request: Request, _ context: StationContext) async throws -> Response {
        let library = library
        let (files, bytes) = try await CPUWorkQueue.shared.run { try library.storedFiles() }
        let facts = ProfileFacts(
            try person(request),
            sections: [
                ProfileFacts.Section(
                    "Library",
                    [
                        ProfileFacts.Fact("Documents", "\(try library.documentCount())"),
                        ProfileFacts.Fact("Pages", "\(try library.pageCount())"),
                        ProfileFacts.Fact("Stored", "\(FileSize(bytes: bytes)) in \(files) files"),
                    ]),
                ProfileFacts.Section(
                    "Station",
                    [
                        ProfileFacts.Fact("Version", RectoVersion.current),
                        ProfileFacts.Fact("Database", "SQLite \(try library.databaseVersion())"),
                        ProfileFacts.Fact("Cameras", cameraText),
                        ProfileFacts.Fact("Time zone", clock.zone.identifier),
                    ]),
            ])
        let memory = PlaceMemory(request)
        let back = memory.last ?? .library
        let view = ProfileView(facts, back: back, backPath: memory.path(to: back, from: nil))
        return await pages.html(
            PageShell(title: "Profile", place: nil, parts: ["profile"], body: view.html), at: "/profile", for: request)
    }

    private func person(_ request: Request) throws -> ProfileFacts.Person {
        if let device = try library.device(of: request) {
            return .device(name: device.name, activated: clock.dayAndTime(device.activated, now: .now))
        }
        return access == nil ? .ownMachine : .token
    }

    private var cameraText: String {
        let labels = CameraChoice(cameras: cameras, chosen: nil).labels
        return labels.isEmpty ? "None" : labels.joined(separator: ", ")
    }
}

extension Library {
    /// The activated device of a browser; `nil` for others.
    func device(of request: Request) throws -> DeviceRecord? {
        try request.cookies[DeviceRoutes.cookie].flatMap { SecretToken($0.value) }.flatMap { try device($0) }
    }
}
