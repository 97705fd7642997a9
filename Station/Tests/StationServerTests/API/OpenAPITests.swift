import Foundation
import HTTPTypes
import StationRules
import Testing

/// The description of the routes for programs, and the routes.
@Suite struct OpenAPITests {
    private func description(_ station: StationUnderTest) async throws -> [String: Any] {
        let answer = try await station.get("/api/openapi.json")
        #expect(answer.headers[.contentType] == "application/json")
        return try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
    }

    @Test func describesAllRoutesAndNoOther() async throws {
        let station = try await StationUnderTest()
        let paths = try #require(try await description(station)["paths"] as? [String: [String: Any]])
        let methods = Set(["get", "post", "put", "patch", "delete"])
        let described = paths.flatMap { path, operations in
            operations.keys.filter(methods.contains).map { "\($0.uppercased()) \(path)" }
        }
        #expect(Set(described) == Set(station.programTable.rules.map { "\($0.method.rawValue) \($0.path)" }))
        #expect(described.count == 59)
    }

    @Test func saysWhereABodyMayBeTooLarge() async throws {
        let paths = try #require(try await description(StationUnderTest())["paths"] as? [String: [String: Any]])
        for (path, operations) in paths {
            for case let (method, operation as [String: Any]) in operations where operation["requestBody"] != nil {
                let answers = try #require(operation["responses"] as? [String: Any])
                #expect(answers["413"] != nil, "\(method) \(path)")
            }
        }
    }

    @Test func aWholeSelectionFitsIntoABody() async throws {
        let station = try await StationUnderTest()
        for (documents, status) in [(5000, HTTPResponse.Status.notFound), (5001, .badRequest)] {
            let list = (0..<documents).map { "\(Int64.max - Int64($0))" }.joined(separator: ", ")
            let answer = try await station.ask(.post, "/api/exports", Array("{\"documents\": [\(list)]}".utf8))
            #expect(answer.status == status, "\(documents): \(answer.text.prefix(200))")
        }
    }

    @Test func describesAllFilters() async throws {
        let components = try #require(try await description(StationUnderTest())["components"] as? [String: Any])
        let filter = try #require((components["schemas"] as? [String: [String: Any]])?["Filter"])
        #expect(filter["enum"] as? [String] == ScanFilter.allCases.map(\.rawValue))
    }

    @Test func otherMethodsAreRefusedByName() async throws {
        let station = try await StationUnderTest()
        let answer = try await station.ask(.put, "/api/documents/1")
        #expect(answer.status == .methodNotAllowed)
        #expect(answer.headers[.allow] == "DELETE, GET, PATCH")
        #expect(answer.headers[.contentType] == "application/problem+json")
        #expect(try await station.ask(.delete, "/health").status == .methodNotAllowed)
        #expect(try await station.ask(.put, "/api/nothing").status == .notFound)
    }
}
