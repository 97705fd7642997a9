import Foundation

/// What somebody types to sign in. The same characters are the same passcode, however a keyboard composes them (Unicode's form NFC).
package struct Passcode: Hashable, Sendable, Secret {
    let characters: String

    var bytes: [UInt8] { Array(characters.utf8) }

    package init(_ text: String) { characters = text.precomposedStringWithCanonicalMapping }
}
