package import StationIdentity

/// The kind of authenticator, inferred from the transports that the browser reports.
package enum PasskeyKind: Hashable, Sendable, CaseIterable {
    /// Built into the device: a fingerprint, a face or the device's PIN.
    case device
    /// A nearby phone.
    case phone
    /// A security key to plug in or hold to the device.
    case securityKey
    case unknown

    package init(_ transports: [AuthenticatorTransport]) {
        let transports = Set(transports)
        if transports.contains(.internal) {
            self = .device
        } else if transports.contains(.hybrid) {
            self = .phone
        } else {
            self = transports.isDisjoint(with: [.usb, .nfc, .ble, .smartCard]) ? .unknown : .securityKey
        }
    }

    /// The name of a Bootstrap icon.
    package var icon: String {
        switch self {
        case .device: "fingerprint"
        case .phone: "phone"
        case .securityKey: "usb-drive"
        case .unknown: "key"
        }
    }
}
