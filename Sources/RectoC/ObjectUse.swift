import CRecto
import Glibc
import Synchronization

/// How a call uses an object.
enum Access {
    /// The call may change it, so no other call may use it meanwhile.
    case changing
    /// The call only reads it, as others may at the same time.
    case reading
}

/// The calls that use an object at the moment: one that may change it, or any number that only read it.
///
/// Calls from several threads are a mistake of the caller that would corrupt the object, so they are refused.
final class ObjectUse: Sendable {
    /// The number of calls that read the object, ``changing`` or ``lent``.
    private let calls = Atomic(0)
    /// The thread that an object is lent to.
    private let borrower = Atomic(UInt(0))

    private static let changing = -1
    /// A call has lent the object to the caller's function: calls on the same thread may use it.
    private static let lent = -2

    /// Begins a use.
    /// - Returns: What ``end(_:)`` takes; `nil` if another call uses the object.
    func begin(_ access: Access) -> Use? {
        var seen = calls.load(ordering: .relaxed)
        while true {
            let isFree = seen == 0 || seen == Self.lent && borrower.load(ordering: .relaxed) == Self.thread
            guard isFree || access == .reading && seen > 0 else { return nil }
            let next = access == .reading && seen >= 0 ? seen + 1 : Self.changing
            let (isDone, now) = calls.weakCompareExchange(
                expected: seen, desired: next, successOrdering: .acquiring, failureOrdering: .relaxed)
            if isDone { return next == Self.changing ? .changing(returningTo: seen) : .reading }
            seen = now
        }
    }

    /// Ends a use.
    func end(_ use: Use) {
        switch use {
        case .reading: calls.subtract(1, ordering: .releasing)
        case .changing(let former): calls.store(former, ordering: .releasing)
        }
    }

    /// Lends an object that the call changes to the caller's function, which runs on this thread.
    func lend() {
        borrower.store(Self.thread, ordering: .relaxed)
        calls.store(Self.lent, ordering: .releasing)
    }

    /// Takes the object back, after the function has returned.
    func takeBack() { calls.store(Self.changing, ordering: .relaxed) }

    private static var thread: UInt { UInt(pthread_self()) }

    /// A use that has begun.
    enum Use {
        case reading
        case changing(returningTo: Int)
    }
}

/// An object that calls may change.
protocol ChangingHandle: Handle {
    var use: ObjectUse { get }
}

extension ChangingHandle {
    /// Returns an object that the call may change.
    static func changing(
        _ pointer: OpaquePointer?, _ uses: inout CallUses
    ) throws(CallFailure) -> Self {
        let object = try at(pointer)
        try uses.begin(object, .changing)
        return object
    }

    /// Returns an object that the call only reads: in C, a pointer to a constant.
    static func reading(
        _ pointer: OpaquePointer?, _ uses: inout CallUses
    ) throws(CallFailure) -> Self {
        let object = try at(pointer)
        try uses.begin(object, .reading)
        return object
    }
}

/// The objects that a call uses until it ends.
struct CallUses {
    private struct Held {
        let object: any ChangingHandle
        let use: ObjectUse.Use
    }

    /// Nearly all calls use at most two objects, which need no array.
    private var first: Held?
    private var second: Held?
    private var others: [Held] = []

    /// Begins to use an object, unless this call uses it already.
    /// - Throws: `RECTO_BUSY` if another call uses it.
    mutating func begin(_ object: some ChangingHandle, _ access: Access) throws(CallFailure) {
        if first?.object === object || second?.object === object { return }
        guard let use = object.use.begin(access) else {
            throw CallFailure(RECTO_BUSY, "\(type(of: object).name) is used by another call at the same time")
        }
        let held = Held(object: object, use: use)
        if first == nil { first = held } else if second == nil { second = held } else { others.append(held) }
    }

    /// Ends the uses, at the end of the call.
    func end() {
        for held in others { held.object.use.end(held.use) }
        if let second { second.object.use.end(second.use) }
        if let first { first.object.use.end(first.use) }
    }
}

/// Lends objects that a call changes to the caller's function while it runs.
func lending<Result>(_ first: ObjectUse, _ second: ObjectUse, _ body: () throws -> Result) rethrows -> Result {
    first.lend()
    second.lend()
    defer {
        first.takeBack()
        second.takeBack()
    }
    return try body()
}
