import FoundationEssentials
public import RectoCore

extension OnboardingPolicy {
    /// A key that need not be one of the policy.
    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Longest file of a policy, in bytes.
    private static let longestFile = 1 << 20

    /// Reads the bytes of a JSON file.
    ///
    /// - Throws: ``ParameterError`` that names the key, such as `hosts[1]`, and says what was found and what is
    ///   required.
    public init(json bytes: [UInt8]) throws(ParameterError) {
        guard bytes.count <= Self.longestFile, let text = String(validating: bytes, as: UTF8.self) else {
            throw ParameterError("policy", found: "\(bytes.count) bytes", required: "JSON in UTF-8, 1 MiB at most")
        }
        do {
            let document = try JSONReader.read(text, deepest: 8, most: longestList)
            guard !document.hasDuplicates else {
                throw ParameterError("policy", found: "a key that occurs twice", required: "each key once")
            }
            self = try JSONDecoder().decode(Self.self, from: Data(bytes))
        } catch let error as ParameterError {
            throw error
        } catch let error as DecodingError {
            throw ParameterError(error)
        } catch {
            throw ParameterError("policy", found: Self.reason(error), required: "a JSON object")
        }
    }

    private static func reason(_ error: any Error) -> String {
        switch error as? JSONReader.Failure {
        case .syntax(let place): "no JSON from byte \(place) on"
        case .tooDeep: "deeply nested JSON"
        case .tooManyValues: "more than \(longestList) values"
        case nil: "no JSON"
        }
    }

    public init(from decoder: any Decoder) throws {
        self.init()
        let names = Set(CodingKeys.allCases.map(\.rawValue))
        for key in try decoder.container(keyedBy: AnyKey.self).allKeys where !names.contains(key.stringValue) {
            let name = key.stringValue
            throw ParameterError(
                name.isEmpty ? "\"\"" : TextHazards.escaped(name), found: "a key that is not known",
                required: "one of " + names.sorted().joined(separator: ", "))
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func read<Value: Decodable>(_ key: CodingKeys, _ value: inout Value) throws {
            if let given = try container.decodeIfPresent(Value.self, forKey: key) { value = given }
        }
        func readNames<Value: RawRepresentable<String> & CaseIterable>(
            _ key: CodingKeys, _ values: inout Set<Value>
        ) throws {
            var names: [String]?
            try read(key, &names)
            guard let names else { return }
            values = []
            for (index, name) in names.enumerated() {
                guard let value = Value(rawValue: name) else {
                    throw ParameterError(
                        "\(key.rawValue)[\(index)]", found: "\"\(TextHazards.escaped(name))\"",
                        required: "one of " + Value.allCases.map(\.rawValue).joined(separator: ", "))
                }
                values.insert(value)
            }
        }
        try readNames(.kinds, &kinds)
        try read(.hosts, &hosts)
        try read(.appSchemes, &appSchemes)
        try read(.paths, &paths)
        try read(.ports, &ports)
        try read(.packages, &packages)
        try read(.maximumBytes, &maximumBytes)
        try read(.maximumDepth, &maximumDepth)
        try read(.maximumValues, &maximumValues)
        try read(.requiresSignature, &requiresSignature)
        try read(.algorithms, &algorithms)
        try read(.signatureParameter, &signatureParameter)
        try read(.requiresExpiry, &requiresExpiry)
        try read(.requiredReads, &requiredReads)
        try readNames(.tolerates, &tolerates)
        try readNames(.refuses, &refuses)
        try validate()
    }
}

/// Most values in the file of a policy.
private let longestList = 65536

extension ParameterError {
    /// The same of a value at this place of a file.
    func at(_ path: [any CodingKey]) -> ParameterError {
        ParameterError(Self.name(path) ?? parameter, found: found, required: required)
    }

    fileprivate init(_ error: DecodingError) {
        func name(_ context: DecodingError.Context) -> String { Self.name(context.codingPath) ?? "policy" }
        switch error {
        case .typeMismatch(let type, let context):
            let isWhole = context.codingPath.isEmpty
            self.init(
                name(context), found: "a value of another kind", required: isWhole ? "a JSON object" : Self.kind(type))
        case .valueNotFound(let type, let context):
            self.init(name(context), found: "null", required: Self.kind(type))
        case .keyNotFound(let key, let context):
            self.init(name(context), found: "no \(key.stringValue)", required: "a value")
        case .dataCorrupted(let context):
            self.init(name(context), found: "a value outside its range", required: "a value of its kind")
        @unknown default:
            self.init("policy", found: "\(error)", required: "a JSON object")
        }
    }

    /// `hosts[1]`
    private static func name(_ path: [any CodingKey]) -> String? {
        guard let first = path.first else { return nil }
        return path.dropFirst().reduce(first.stringValue) { name, key in
            key.intValue.map { "\(name)[\($0)]" } ?? "\(name).\(key.stringValue)"
        }
    }

    private static func kind(_ type: any Any.Type) -> String {
        switch type {
        case is Bool.Type: "true or false"
        case is Int.Type: "a whole number"
        case is String.Type: "a text"
        case is any Collection.Type: "a list"
        default: "an object"
        }
    }
}
