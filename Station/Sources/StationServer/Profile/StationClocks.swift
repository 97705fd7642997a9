import Foundation
import StationRules
import StationStore
import Synchronization

/// The station's clock. What is chosen in the profile counts, and otherwise what the station was started with.
final class StationClocks: Sendable {
    private let library: Library
    private let clock: Mutex<StationClock>

    private static let setting = "clock"

    /// - Parameter standard: The clock while nothing is chosen.
    init(_ library: Library, standard: StationClock) throws(StoreError) {
        self.library = library
        let chosen = try library.setting(Self.setting, as: ClockSettings.self)
        // A zone that this machine no longer knows counts as none.
        clock = Mutex(chosen.flatMap { try? $0.clock() } ?? standard)
    }

    var current: StationClock { clock.withLock { $0 } }

    func choose(_ settings: ClockSettings) throws {
        let chosen = try settings.clock()
        try library.set(Self.setting, to: settings)
        clock.withLock { $0 = chosen }
    }

    /// The names of the time zones that this machine knows.
    static let zones = TimeZone.knownTimeZoneIdentifiers.sorted()
}
