/// Limits attempts to guess a passcode or a recovery code: per account from all addresses, and per address at all
/// accounts.
///
/// An attempt counts when it begins, so that concurrent ones do not bypass the limit. Responses do not reveal which
/// limit applies, and unknown names are limited like any other.
package struct SignInAttempts<Account: Hashable & Sendable, Address: Hashable & Sendable>: Sendable {
    package struct Limits: Hashable, Sendable {
        /// Others can delay a person's sign-in for at most five minutes. Passkeys are not limited.
        package var account = GrowingPauses<Account>.Limits(free: 4, longestPause: .seconds(300))
        /// A household may share one address.
        package var address = GrowingPauses<Address>.Limits(free: 10, longestPause: .seconds(900))

        package init() {}
    }

    private var accounts: GrowingPauses<Account>
    private var addresses: GrowingPauses<Address>

    package init(_ limits: Limits = Limits()) {
        accounts = GrowingPauses(limits.account)
        addresses = GrowingPauses(limits.address)
    }

    /// Begins an attempt.
    /// - Parameters:
    ///   - account: The name that was typed, or its substitute.
    ///   - time: The time on a monotonic clock.
    /// - Returns: The time to wait if the attempt is not allowed now, in which case it does not count. `nil` if it is
    ///   allowed.
    package mutating func begin(_ account: Account, from address: Address, at time: Duration) -> Duration? {
        let wait = max(accounts.wait(of: account, at: time), addresses.wait(of: address, at: time))
        guard wait == .zero else { return wait }
        accounts.add(account, at: time)
        addresses.add(address, at: time)
        return nil
    }

    /// Records a successful attempt. Only this attempt is forgiven for the address, so that the owner of one account
    /// cannot clear the attempts at others.
    package mutating func succeed(_ account: Account, from address: Address) {
        accounts.forget(account)
        addresses.remove(address)
    }
}
