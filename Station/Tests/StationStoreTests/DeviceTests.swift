import Foundation
import StationStore
import TestSupport
import Testing

/// Activation codes, and the devices that they activate.
@Suite struct DeviceTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws {
        folder = try TemporaryFolder()
        library = try Library(folder: folder.path("library"))
    }

    private func issue(seconds: Double = 600, maximum: Int = 20) throws -> SecretToken {
        let code = SecretToken()
        try library.addActivation(code, expires: now + seconds, now: now, maximum: maximum)
        return code
    }

    @Test("QR-14: a code activates one device, once, and not after its time")
    func codesAreUsedOnce() throws {
        let code = try issue()
        #expect(try library.refusal(of: code, now: now) == nil)
        guard case .activated(let token) = try library.activate(code, name: "Browser", now: now) else {
            Issue.record("not activated")
            return
        }
        #expect(try library.activate(code, name: "Browser", now: now) == .used)
        #expect(try library.device(token)?.name == "Browser")
        #expect(try library.device(SecretToken()) == nil)
        #expect(try library.activate(SecretToken(), name: "Browser", now: now) == .unknown)
        #expect(try library.activate(try issue(seconds: 5), name: "Browser", now: now + 5) == .expired)
        #expect(try library.devices().count == 1)
        try library.removeDevice(try #require(try library.devices().first).id, at: now)
        #expect(try library.device(token) == nil)
    }

    @Test("QR-14: of many who use one code at the same time one is let in")
    func racingDevices() async throws {
        let code = try issue()
        let (library, now) = (library, now)
        let activated = try await withThrowingTaskGroup(of: Bool.self) { tasks in
            for _ in 0..<20 {
                tasks.addTask {
                    if case .activated = try library.activate(code, name: "Browser", now: now) { true } else { false }
                }
            }
            return try await tasks.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(activated == 1)
        #expect(try library.devices().count == 1)
    }

    @Test func openCodesAreFew() throws {
        let codes = try (0..<5).map { _ in try issue(maximum: 3) }
        #expect(try codes.map { try library.refusal(of: $0, now: now) } == [.unknown, .unknown, nil, nil, nil])
        // Adding a code removes expired ones.
        try library.addActivation(SecretToken(), expires: now + 2000, now: now + 1000, maximum: 3)
        #expect(try library.refusal(of: codes[4], now: now) == .unknown)
    }

    @Test("QR-14: the station's key signs, keeps to its owner, and stays the same; another key is another station")
    func theStationsKeyStaysTheSame() throws {
        let file = folder.path("key")
        let key = try SigningKey(file: file)
        let signature = key.sign([1, 2, 3])
        let again = try SigningKey(file: file)
        #expect(again.identifier == key.identifier)
        #expect(again.verify(signature, of: [1, 2, 3]))
        #expect(!again.verify(signature, of: [1, 2, 4]))
        #expect(!again.verify(Array(signature.dropLast()), of: [1, 2, 3]))
        #expect(!(try SigningKey(file: folder.path("other")).verify(signature, of: [1, 2, 3])))
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        try Data([1, 2]).write(to: URL(filePath: file))
        #expect(throws: StoreError.unreadable(file, reason: "it is not a key")) { try SigningKey(file: file) }
        #expect(throws: StoreError.self) { try SigningKey(file: folder.path("none/key")) }
    }

    @Test func tokensAreOfOneForm() {
        let token = SecretToken()
        #expect(SecretToken(token.text) == token)
        #expect(SecretToken() != token)
        for text in ["", "0", token.text.uppercased() + "A", String(repeating: "g", count: 64)] {
            #expect(SecretToken(text) == nil)
        }
    }
}
