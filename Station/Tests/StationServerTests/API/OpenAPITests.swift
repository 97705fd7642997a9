import Foundation
import HTTPTypes
import StationRules
import Testing

/// The API description compared with the routes.
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
        #expect(described.count == 60)
    }

    /// An API route: its rule and its description.
    private struct Described {
        let rule: RouteRule
        let operation: [String: Any]
        var name: Comment { "\(rule.method.rawValue) \(rule.path)" }

        /// Returns the media types of a request or response.
        static func mediaTypes(_ part: Any?) -> [String] {
            ((part as? [String: Any])?["content"] as? [String: Any]).map { Array($0.keys) } ?? []
        }

        var body: [String] { Self.mediaTypes(operation["requestBody"]) }
        /// The media types of successful responses.
        var answers: [String] {
            let responses = operation["responses"] as? [String: Any] ?? [:]
            return responses.filter { $0.key.hasPrefix("2") }
                .flatMap { Self.mediaTypes($0.value) }
        }
        var parameters: Set<String> {
            let list = operation["parameters"] as? [[String: Any]] ?? []
            return Set(list.filter { $0["in"] as? String == "path" }.compactMap { $0["name"] as? String })
        }
    }

    private func described(_ station: StationUnderTest) async throws -> [Described] {
        let paths = try #require(try await description(station)["paths"] as? [String: [String: Any]])
        return station.programTable.rules.compactMap { rule in
            let place = paths[rule.path]
            guard var operation = place?[rule.method.rawValue.lowercased()] as? [String: Any] else { return nil }
            let shared = place?["parameters"] as? [[String: Any]] ?? []
            operation["parameters"] = shared + (operation["parameters"] as? [[String: Any]] ?? [])
            return Described(rule: rule, operation: operation)
        }
    }

    @Test func describesWhatEachRouteStates() async throws {
        let station = try await StationUnderTest()
        let described = try await described(station)
        #expect(described.count == station.programTable.rules.count)
        for route in described {
            #expect(route.rule.audience != .anyone, route.name)
            let parts = route.rule.path.split(separator: "/").filter { $0.hasPrefix("{") }
            #expect(route.parameters == Set(parts.map { String($0.dropFirst().dropLast()) }), route.name)
            // Pictures and files are sent unchanged; everything else is a form or JSON.
            let takesFiles = !route.body.isEmpty && route.body != ["application/json"]
            #expect(takesFiles == (route.rule.body == .picture), route.name)
            switch route.rule.content {
            case .picture: #expect(route.answers.allSatisfy { $0.hasPrefix("image/") }, route.name)
            case .file: #expect(!route.answers.isEmpty && !route.answers.contains("application/json"), route.name)
            case .data:
                let texts: Set = ["application/json", "application/xhtml+xml", "text/plain", "text/event-stream"]
                #expect(texts.isSuperset(of: route.answers), route.name)
            default: Issue.record(route.name)
            }
        }
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
