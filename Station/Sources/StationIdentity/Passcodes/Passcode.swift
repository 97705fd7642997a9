import Foundation

/// A passcode for signing in. It is normalized to Unicode's form NFC, so that it does not depend on how a keyboard
/// composes characters.
package struct Passcode: Hashable, Sendable, Secret {
    let characters: String

    var bytes: [UInt8] { Array(characters.utf8) }

    package init(_ text: String) { characters = text.precomposedStringWithCanonicalMapping }
}
