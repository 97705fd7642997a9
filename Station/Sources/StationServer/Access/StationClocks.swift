import Foundation
import StationRules
import StationStore
import Synchronization

/// The station's clock. What is chosen in the profile counts, and otherwise what the station was started with. Where people sign in,
/// each has a choice of their own.
final class StationClocks: Sendable {
    private struct State {
        /// For those who have chosen nothing.
        var common: StationClock
        /// Those of people, as far as they were asked for; `nil` for who has chosen nothing.
        var own: [Int64: StationClock?] = [:]
    }

    private let library: Library
    private let state: Mutex<State>

    private static let setting = "clock"

    /// - Parameter standard: The clock while nothing is chosen.
    init(_ library: Library, standard: StationClock) throws(StoreError) {
        self.library = library
        zones = Set(TimeZone.knownTimeZoneIdentifiers).union([standard.zone.identifier, "UTC"]).sorted()
        let chosen = try library.setting(Self.setting, as: ClockSettings.self)
        // A zone that this machine no longer knows counts as none.
        state = Mutex(State(common: chosen.flatMap { try? $0.clock() } ?? standard))
    }

    /// That of whom a request is answered for.
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

    /// The names of the time zones that this machine knows, with its own, which may have a name that is not among them.
    let zones: [String]
}
