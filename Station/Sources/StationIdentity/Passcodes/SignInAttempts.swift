/// Limits attempts to guess a passcode or a recovery code: at each account from all addresses, and from each address at all accounts.
///
/// An attempt counts when it begins, so that many at once are no way around. Who waits is not told which of the two limits it is, and
/// a name that nobody has is limited as any other.
package struct SignInAttempts<Account: Hashable & Sendable, Address: Hashable & Sendable>: Sendable {
    package struct Limits: Hashable, Sendable {
        /// Others can make a person wait this long, and no longer: five minutes. Passkeys are not limited.
        package var account = GrowingPauses<Account>.Limits(free: 4, longestPause: .seconds(300))
        /// A household may sit behind one address.
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
    ///   - account: What was typed as the name, or what stands for it.
    ///   - time: On a clock that never goes back.
    /// - Returns: How long to wait, if it may not be made now; such a one does not count. `nil` if it may.
    package mutating func begin(_ account: Account, from address: Address, at time: Duration) -> Duration? {
        let wait = max(accounts.wait(of: account, at: time), addresses.wait(of: address, at: time))
        guard wait == .zero else { return wait }
        accounts.add(account, at: time)
        addresses.add(address, at: time)
        return nil
    }

    /// Notes that an attempt was right. Of the address, this attempt alone is forgiven: who has an account cannot wash away what was
    /// tried at others.
    package mutating func succeed(_ account: Account, from address: Address) {
        accounts.forget(account)
        addresses.remove(address)
    }
}
