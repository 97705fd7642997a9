import Foundation
import StationRules
import StationStore
import Synchronization

/// The station's clock: as chosen in the profile, otherwise as configured at startup. Signed-in people have their own
/// choices.
final class StationClocks: Sendable {
    private struct State {
        /// The clock of those who have chosen none.
        var common: StationClock
        /// The people's clocks, cached when first needed; `nil` for those who have chosen none.
        var own: [Int64: StationClock?] = [:]
    }

    private let library: Library
    private let state: Mutex<State>

    private static let setting = "clock"

    /// - Parameter standard: The clock if none is chosen.
    init(_ library: Library, standard: StationClock) throws(StoreError) {
        self.library = library
        zones = Set(TimeZone.knownTimeZoneIdentifiers).union([standard.zone.identifier, "UTC"]).sorted()
        let chosen = try library.setting(Self.setting, as: ClockSettings.self)
        // A time zone that this machine does not know is ignored.
        state = Mutex(State(common: chosen.flatMap { try? $0.clock() } ?? standard))
    }

    /// The clock of the current visitor.
    var current: StationClock {
        state.withLock { state in
            guard let person = Visitor.current.person?.person else { return state.common }
            if let known = state.own[person] { return known ?? state.common }
            let chosen = try? library.setting(Self.setting, of: person, as: ClockSettings.self)
            let clock = chosen.flatMap { try? $0.clock() }
            state.own[person] = .some(clock)
            return clock ?? state.common
        }
    }

    func choose(_ settings: ClockSettings) throws {
        let chosen = try settings.clock()
        guard let person = Visitor.current.person?.person else {
            try library.set(Self.setting, to: settings)
            return state.withLock { $0.common = chosen }
        }
        try library.set(Self.setting, of: person, to: settings)
        state.withLock { $0.own[person] = .some(chosen) }
    }

    /// The names of the time zones that this machine knows, including its own, which may be missing from the list.
    let zones: [String]
}
