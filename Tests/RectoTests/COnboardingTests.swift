import CRecto
import Foundation
import RectoCore
import TestSupport
import Testing

/// The calls of recto.h that check codes against a policy.
@Suite("Onboarding from C")
struct COnboardingTests {
    private let reader: CObject
    private let onboarding: CObject

    init() throws {
        reader = try CObject(free: { recto_code_reader_free($0) }, make: { recto_code_reader_new(nil, $0) })
        onboarding = try CObject(
            free: { recto_onboarding_free($0) },
            make: { recto_onboarding_new(#"{"hosts": ["example.com"], "requiredReads": 2}"#, $0) })
    }

    private func read(_ text: String) throws {
        let picture = QRPicture(QRSymbol(bytes: Array(text.utf8)), scale: 4)
        try picture.image.withView { view in
            var (frame, count) = (recto_frame(view), 0)
            try #require(recto_code_reader_read(reader.pointer, &frame, &count) == RECTO_OK)
            try #require(count == 1)
        }
    }

    private func state(_ report: UnsafePointer<CChar>?) throws -> String? {
        let json = Data(String(cString: try #require(report)).utf8)
        return (try JSONSerialization.jsonObject(with: json) as? [String: Any])?["state"] as? String
    }

    @Test("A picture's code is valid, invalid, or there is none")
    func pictures() throws {
        var report: UnsafePointer<CChar>?
        #expect(recto_onboarding_check(onboarding.pointer, reader.pointer, 0, &report) == RECTO_OK)
        #expect(try state(report) == "unsuccessful")
        for (host, expected) in [("example.com", "successful"), ("example.org", "invalid")] {
            try read("https://\(host)/activate")
            #expect(recto_onboarding_check(onboarding.pointer, reader.pointer, 0, &report) == RECTO_OK)
            #expect(try state(report) == expected)
        }
    }

    @Test("In a stream a code counts once it was read in as many frames as the policy asks for, until the next user")
    func streams() throws {
        var report: UnsafePointer<CChar>?
        try read("https://example.com/activate")
        var states: [String?] = []
        for frame in 0..<3 {
            let time = Int64(frame) * 40_000_000
            #expect(recto_onboarding_observe(onboarding.pointer, reader.pointer, time, 0, &report) == RECTO_OK)
            states.append(try state(report))
        }
        #expect(states == ["seen", "successful", "successful"])
        #expect(recto_onboarding_reset(onboarding.pointer) == RECTO_OK)
        #expect(recto_onboarding_observe(onboarding.pointer, reader.pointer, 200_000_000, 0, &report) == RECTO_OK)
        #expect(try state(report) == "seen")
    }

    @Test("A policy that is none is refused with the reason")
    func policies() {
        var made: OpaquePointer?
        for policy in ["{", #"{"hosts": [3]}"#, #"{"host": ["a.example"]}"#] {
            #expect(recto_onboarding_new(policy, &made) == RECTO_INVALID_ARGUMENT && made == nil)
            #expect(!String(cString: recto_last_error()).isEmpty)
        }
        #expect(recto_onboarding_new(nil, &made) == RECTO_INVALID_ARGUMENT)
        #expect(recto_onboarding_check(nil, reader.pointer, 0, nil) == RECTO_INVALID_ARGUMENT)
        #expect(recto_onboarding_check(onboarding.pointer, reader.pointer, 0, nil) == RECTO_INVALID_ARGUMENT)
    }
}
