import FoundationEssentials
public import RectoCore

extension OnboardingPolicy {
    /// Any key, including ones that the policy does not know.
    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Maximum size of a policy file, in bytes.
    private static let longestFile = 1 << 20
    /// Maximum number of values in it.
    private static let longestList = 65536

    /// Reads the bytes of a JSON file.
    ///
    /// - Throws: `ParameterError` with the key, such as `hosts[1]`, the value found and the requirement.
    public init(json bytes: [UInt8]) throws(ParameterError) {
        guard bytes.count <= Self.longestFile, let text = String(validating: bytes, as: UTF8.self) else {
            throw ParameterError("policy", found: "\(bytes.count) bytes", required: "JSON in UTF-8, 1 MiB at most")
        }
        do {
            let document = try JSONReader.read(text, deepest: 8, maximum: Self.longestList)
            guard !document.hasDuplicates else {
                throw ParameterError("policy", found: "a duplicate key", required: "unique keys")
            }
            self = try JSONDecoder().decode(Self.self, from: Data(bytes))
        } catch let error as ParameterError {
            throw error
        } catch let error as JSONReader.Failure {
            throw ParameterError("policy", found: Self.reason(error), required: "a JSON object")
        } catch {
            throw ParameterError(error, in: nil)
        }
    }

    private static func reason(_ error: JSONReader.Failure) -> String {
        switch error {
        case .syntax(let place): "invalid JSON at byte \(place)"
        case .tooDeep: "deeply nested JSON"
        case .tooManyValues: "more than \(longestList) values"
        }
    }

    public init(from decoder: any Decoder) throws {
        self.init()
        let names = Set(CodingKeys.allCases.map(\.rawValue))
        for key in try decoder.container(keyedBy: AnyKey.self).allKeys where !names.contains(key.stringValue) {
            let name = key.stringValue
            throw ParameterError(
                name.isEmpty ? "\"\"" : TextHazards.escaped(name), found: "an unknown key",
                required: "one of " + names.sorted().joined(separator: ", "))
        }
        let fields = PolicyFields(container: try decoder.container(keyedBy: CodingKeys.self))
        try fields.readNames(.kinds, &kinds)
        try fields.read(.hosts, &hosts)
        try fields.read(.appSchemes, &appSchemes)
        try fields.read(.paths, &paths)
        try fields.read(.ports, &ports)
        try fields.read(.packages, &packages)
        try fields.read(.maximumBytes, &maximumBytes)
        try fields.read(.maximumDepth, &maximumDepth)
        try fields.read(.maximumValues, &maximumValues)
        try fields.read(.requiresSignature, &requiresSignature)
        try fields.read(.algorithms, &algorithms)
        try fields.read(.signatureParameter, &signatureParameter)
        try fields.read(.requiresExpiry, &requiresExpiry)
        try fields.read(.requiredReads, &requiredReads)
        try fields.readNames(.tolerates, &tolerates)
        try fields.readNames(.refuses, &refuses)
        try validate()
    }
}

/// The members of a policy file. Missing members leave their value unchanged.
private struct PolicyFields {
    let container: KeyedDecodingContainer<OnboardingPolicy.CodingKeys>

    func read<Value: Decodable>(_ key: OnboardingPolicy.CodingKeys, _ value: inout Value) throws {
        do {
            if let given = try container.decodeIfPresent(Value.self, forKey: key) { value = given }
        } catch let error as ParameterError {
            throw error
        } catch {
            throw ParameterError(error, in: key)
        }
    }

    /// Reads names of enum cases.
    func readNames<Value: RawRepresentable<String> & CaseIterable>(
        _ key: OnboardingPolicy.CodingKeys, _ values: inout Set<Value>
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
}

extension ParameterError {
    /// The same error with its place in a file.
    func at(_ path: [any CodingKey]) -> ParameterError {
        ParameterError(Self.name(path) ?? parameter, found: found, required: required)
    }

    /// - Parameter key: The error's place, if the error itself does not give it.
    fileprivate init(_ error: any Error, in key: (any CodingKey)?) {
        func name(_ context: DecodingError.Context) -> String {
            Self.name(context.codingPath) ?? key?.stringValue ?? "policy"
        }
        switch error as? DecodingError {
        case .typeMismatch(let type, let context):
            let isWhole = context.codingPath.isEmpty
            self.init(
                name(context), found: "a value of the wrong type", required: isWhole ? "a JSON object" : Self.kind(type)
            )
        case .valueNotFound(let type, let context):
            self.init(name(context), found: "null", required: Self.kind(type))
        case .keyNotFound(let key, let context):
            self.init(name(context), found: "no \(key.stringValue)", required: "a value")
        case .dataCorrupted(let context):
            self.init(name(context), found: "an invalid value", required: "a valid value")
        default:
            self.init(
                key?.stringValue ?? "policy", found: "an invalid value", required: "a valid value")
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
