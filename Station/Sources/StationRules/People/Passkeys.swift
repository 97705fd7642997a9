package import StationIdentity

/// What kind of thing a passkey is on, as far as its browser tells how it is reached.
package enum PasskeyKind: Hashable, Sendable, CaseIterable {
    /// In the device itself: a fingerprint, a face or the device's code.
    case device
    /// In a phone that is near.
    case phone
    /// A key to plug in or to hold to the device.
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
