import Foundation
import Glibc
import StationStore
import TestSupport

/// Kills a process at random times during each kind of change to a library, and checks that the library is in the
/// state before or after the change.
///
/// usage: LibraryCrash [ROUNDS] [SEED] [KIND...]    ROUNDS kills for each kind of change or for those named; default
/// 4 rounds, seed 1
@main enum LibraryCrash {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let order = ChildOrder(arguments) {
            try order.run()
            return
        }
        // Events contain sets, which all child processes must write in the same order.
        setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
        let rounds = arguments.first.flatMap { Int($0) } ?? 4
        let seed = arguments.dropFirst().first.flatMap { UInt64($0) } ?? 1
        let names = arguments.dropFirst(2)
        if let unknown = names.first(where: { ChildOrder.Kind($0) == nil }) {
            print("crash: there is no kind of change called \(unknown)")
            exit(2)
        }
        for kind in names.isEmpty ? ChildOrder.Kind.all : names.compactMap({ ChildOrder.Kind($0) }) {
            do {
                let counts = try CrashRun(kind, seed: seed).run(rounds: rounds)
                print(
                    "crash: \(kind.name): \(rounds) rounds, \(counts.killed) killed, \(counts.done) had made the change"
                )
            } catch {
                print("crash: \(kind.name) (seed \(seed)): \(error)")
                exit(1)
            }
            // Flush, so that the log is complete if the run is stopped.
            fflush(nil)
        }
    }
}

/// The change made by a child process, and the time at which it is killed.
struct ChildOrder {
    enum Kind {
        case change(LibraryChange)
        case person(PersonChange)
        case export
        case restore

        static let all =
            LibraryChange.allCases.map { Self.change($0) } + PersonChange.allCases.map { Self.person($0) }
            + [.export, .restore]

        var name: String {
            switch self {
            case .change(let change): change.rawValue
            case .person(let change): change.rawValue
            case .export: "export"
            case .restore: "import"
            }
        }

        var changesLibrary: Bool {
            switch self {
            case .change, .person: true
            case .export, .restore: false
            }
        }

        init?(_ name: String) {
            guard let kind = Self.all.first(where: { $0.name == name }) else { return nil }
            self = kind
        }
    }

    let kind: Kind
    let library: String
    /// The folder of an export.
    let export: String
    let seed: UInt64
    /// The time after the start of the change; `nil` if it is not killed.
    let microseconds: Int?

    var arguments: [String] {
        ["child", kind.name, library, export, "\(seed)"] + (microseconds.map { ["\($0)"] } ?? [])
    }

    init(_ kind: Kind, library: String, export: String, seed: UInt64, microseconds: Int?) {
        (self.kind, self.library, self.export, self.seed, self.microseconds) =
            (kind, library, export, seed, microseconds)
    }

    init?(_ arguments: [String]) {
        guard arguments.count >= 5, arguments[0] == "child", let kind = Kind(arguments[1]),
            let seed = UInt64(arguments[4])
        else { return nil }
        self.init(
            kind, library: arguments[2], export: arguments[3], seed: seed,
            microseconds: arguments.count > 5 ? Int(arguments[5]) : nil)
    }

    /// Makes the change, and prints its duration in microseconds.
    func run() throws {
        let library = try Library(folder: library)
        let start = ContinuousClock.now
        if let microseconds {
            Thread.detachNewThread {
                usleep(UInt32(microseconds))
                kill(getpid(), SIGKILL)
            }
        }
        switch kind {
        case .change(let change):
            var random = RandomLibrary(library, seed: seed)
            try random.make(change)
        case .person(let change): try change.make(in: library)
        case .export: try library.export(to: export)
        case .restore: try library.restore(try ExportReader(folder: export))
        }
        print(Int((ContinuousClock.now - start) / .microseconds(1)))
    }
}

/// All rounds of one kind of change, starting from the same library.
private struct CrashRun {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let kind: ChildOrder.Kind
    private let seed: UInt64
    private let folder: TemporaryFolder
    private let program: String

    init(_ kind: ChildOrder.Kind, seed: UInt64) throws {
        self.kind = kind
        self.seed = seed
        folder = try TemporaryFolder()
        program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    }

    func run(rounds: Int) throws -> (killed: Int, done: Int) {
        try prepare()
        let before = try state(of: folder.path("before"))
        let (seed, duration, after) = try change(from: before)
        var random = SeededGenerator(seed: seed)
        var counts = (killed: 0, done: 0)
        for round in 1...rounds {
            let library = try copy("before", as: "round")
            let moment = Int.random(in: 0...(duration * 5 / 4), using: &random)
            let result = try start(seed, on: library, killedAfter: moment)
            if result.status != 0 {
                guard result.status == SIGKILL else {
                    throw Failure(description: "round \(round): the child failed: \(result.output)")
                }
                counts.killed += 1
            }
            let found = try state(of: library)
            guard found == before || found == after else {
                throw Failure(
                    description: """
                        round \(round), killed after \(moment) µs: a state between; beside the one before differ \
                        \(differences(found, before)), beside the one after \(differences(found, after))
                        """)
            }
            try checkExport(round, library)
            if found == after { counts.done += 1 }
        }
        return counts
    }

    /// Creates a library before the change.
    private func prepare() throws {
        let full = folder.path("full")
        var sample = RandomLibrary(try Library(folder: full), seed: seed)
        try sample.fill(changes: 150)
        switch kind {
        case .restore:
            try Library(folder: full).export(to: folder.path("source"))
            _ = try Library(folder: folder.path("before"))
        case .change, .person, .export: _ = try copy("full", as: "before")
        }
        // Ensures that each kind of change has an effect.
        if case .change(let change) = kind { try prepare(for: change) }
        if case .person(let change) = kind { try change.prepare(try Library(folder: folder.path("before"))) }
    }

    /// Makes the change without killing it. The seed determines the affected documents; seeds without an effect are
    /// skipped.
    /// - Returns: The seed, the duration in microseconds, and the state after the change.
    private func change(from before: [String: BlobName]) throws -> (UInt64, duration: Int, after: [String: BlobName]) {
        for seed in seed + 2..<seed + 50 {
            let result = try start(seed, on: try copy("before", as: "after"), killedAfter: nil)
            guard result.status == 0, let duration = Int(result.output.split(separator: "\n").last ?? "") else {
                throw Failure(description: "the child failed: \(result.output)")
            }
            try? FileManager.default.removeItem(atPath: folder.path("target"))
            let after = try state(of: folder.path("after"))
            guard kind.changesLibrary, before == after else { return (seed, duration, after) }
        }
        throw Failure(description: "the change changes nothing: it would not be noticed if it were lost")
    }

    private func prepare(for change: LibraryChange) throws {
        var random = RandomLibrary(try Library(folder: folder.path("before")), seed: seed + 1)
        for _ in 0..<4 { try random.make(.add) }
        for _ in 0..<3 { try random.make(.addFolder) }
        if change == .restore || change == .purge { try random.make(.trash) }
        if [.renameName, .mergeNames, .removeTag, .removeName, .undoName, .undo].contains(change) {
            for _ in 0..<9 { try random.make(.file) }
        }
        if change == .undoName { try random.make(.mergeNames) }
        if change == .forgetSearch { for _ in 0..<3 { try random.make(.rememberSearch) } }
        if change == .deleteScene || change == .annotate { try random.make(.addScene) }
        if change == .undoFolder { try random.make(.removeFolder) }
        if [.changeView, .removeView, .undoView].contains(change) { for _ in 0..<3 { try random.make(.keepView) } }
        if [.changePlace, .removePlace, .fileIntoPlace, .undoPlace, .addRound].contains(change) {
            for _ in 0..<4 { try random.make(.addPlace) }
            try random.make(.fileIntoPlace)
        }
        if change == .undoPlace { try random.make(.removePlace) }
        if [.changePlan, .removePlan, .undoPlan].contains(change) { try random.make(.addPlan) }
        if change == .undoPlan { try random.make(.removePlan) }
        if change == .detach { try random.make(.attach) }
        if change == .runRules { try random.addRuleForAll() }
        if change == .undoRule || change == .changeRule { try random.make(.addRule) }
        if change == .changeNote || change == .deleteNote { try random.make(.addNote) }
    }

    private func start(_ seed: UInt64, on library: String, killedAfter microseconds: Int?) throws -> ProgramResult {
        let export = if case .restore = kind { "source" } else { "target" }
        let order = ChildOrder(
            kind, library: library, export: folder.path(export), seed: seed, microseconds: microseconds)
        return try ProgramResult.run(program, order.arguments)
    }

    private func copy(_ name: String, as other: String) throws -> String {
        let (from, to) = (folder.path(name), folder.path(other))
        if FileManager.default.fileExists(atPath: to) { try FileManager.default.removeItem(atPath: to) }
        try FileManager.default.copyItem(atPath: from, toPath: to)
        return to
    }

    /// Returns the state of a library: the files of its export, and its other files after the station's cleanup.
    private func state(of path: String) throws -> [String: BlobName] {
        let library = try Library(folder: path)
        try library.removeLeftovers()
        let export = folder.path("state")
        if FileManager.default.fileExists(atPath: export) { try FileManager.default.removeItem(atPath: export) }
        try library.export(to: export)
        var state = try files(of: export)
        for (name, content) in try files(of: path + "/originals") { state["stored " + name] = content }
        if case .person = kind { state["people"] = try PersonChange.state(of: path) }
        return state
    }

    /// Returns the first names that differ.
    private func differences(_ state: [String: BlobName], _ other: [String: BlobName]) -> String {
        let names = Set(state.keys).union(other.keys).filter { state[$0] != other[$0] }.sorted()
        return names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more" : "")
    }

    private func files(of folder: String) throws -> [String: BlobName] {
        let files = FileManager.default
        return try files.subpathsOfDirectory(atPath: folder).reduce(into: [:]) { found, name in
            var isFolder: ObjCBool = false
            guard files.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder), !isFolder.boolValue else {
                return
            }
            found[name] = BlobName(of: [UInt8](files.contents(atPath: "\(folder)/\(name)") ?? Data()))
        }
    }

    /// Checks that a killed export is either missing or complete, and that the next one replaces it without
    /// leftovers.
    private func checkExport(_ round: Int, _ library: String) throws {
        guard case .export = kind else { return }
        let target = folder.path("target")
        if FileManager.default.fileExists(atPath: target) {
            _ = try ExportReader(folder: target)
            try FileManager.default.removeItem(atPath: target)
        }
        try Library(folder: library).export(to: target)
        try FileManager.default.removeItem(atPath: target)
        let left = try folder.names.filter { $0.hasPrefix(".") }
        guard left.isEmpty else { throw Failure(description: "round \(round): left \(left)") }
    }
}
