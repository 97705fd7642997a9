/// A kind of device, with instructions for trusting the station's authority.
package enum JoinDevice: String, Hashable, Sendable, CaseIterable {
    case iPhone
    case android
    case computer

    /// - Parameter userAgent: The browser's `User-Agent` header.
    package init(userAgent: String?) {
        let text = userAgent ?? ""
        self =
            text.contains("iPhone") || text.contains("iPad") ? .iPhone : text.contains("Android") ? .android : .computer
    }

    package struct Step: Hashable, Sendable {
        package let picture: JoinPicture
        package let title: String
        package let text: String
    }

    package var label: String {
        switch self {
        case .iPhone: localized("iPhone or iPad")
        case .android: localized("Android")
        case .computer: localized("Computer")
        }
    }

    /// The file to install on the device.
    package var file: JoinFile { self == .iPhone ? .profile : .certificate }

    package var steps: [Step] {
        switch self {
        case .iPhone:
            [
                Step(
                    picture: .download, title: localized("Download the profile"),
                    text: localized("Open this page in Safari. Tap Download, then Allow.")),
                Step(
                    picture: .install, title: localized("Install it"),
                    text:
                        localized(
                            "Open Settings, tap Profile Downloaded, then Install. Compare the fingerprint under More Details."
                        )
                ),
                Step(
                    picture: .trust, title: localized("Turn on trust"),
                    text: localized("In Settings, open General, About, Certificate Trust Settings. Turn on “Recto”.")),
            ]
        case .android:
            [
                Step(
                    picture: .download, title: localized("Download the certificate"), text: localized("Tap Download.")),
                Step(
                    picture: .install, title: localized("Install it"),
                    text: localized(
                        "Open Settings and search for “CA certificate”. Tap Install anyway and choose recto.crt.")),
                Step(
                    picture: .trust, title: localized("Check it"),
                    text: localized("Under User credentials, tap Recto and compare the fingerprint.")),
            ]
        case .computer:
            [
                Step(
                    picture: .download, title: localized("Download the certificate"), text: localized("Click Download.")
                ),
                Step(
                    picture: .install, title: localized("Import it"),
                    text:
                        localized(
                            "Open your browser’s settings and search for “certificates”. Under Authorities, import recto.crt. On a Mac, open the file and add it to the login keychain."
                        )
                ),
                Step(
                    picture: .trust, title: localized("Turn on trust"),
                    text: localized("Choose to trust it for websites. Compare the fingerprint first.")),
            ]
        }
    }
}

/// A drawing for a step.
package enum JoinPicture: String, Hashable, Sendable, CaseIterable {
    case download
    case install
    case trust
}

/// A file that makes a device trust the authority.
package enum JoinFile: String, Hashable, Sendable, CaseIterable {
    case certificate = "/recto.crt"
    /// A configuration profile with the certificate, for iPhones.
    case profile = "/recto.mobileconfig"

    package var path: String { rawValue }

    package var mediaType: String {
        switch self {
        case .certificate: "application/x-x509-ca-cert"
        case .profile: "application/x-apple-aspen-config"
        }
    }
}
