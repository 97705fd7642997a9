/// A floor plan as entered by a person: texts that are kept until all of them are valid.
public struct MapPlanEntry: Hashable, Sendable {
    public enum Field: String, Hashable, Sendable, CaseIterable {
        case name
        case meters
        case center
        case rotation

        public var label: String {
            switch self {
            case .name: localized("Name")
            case .meters: localized("Width in meters")
            case .center: MapTexts.middle
            case .rotation: localized("Rotation in degrees, clockwise")
            }
        }
    }

    /// An error in a field, as a sentence.
    public struct Fault: Error, Hashable, Sendable {
        public let field: Field
        public let text: String
    }

    private var texts: [Field: String]

    /// - Parameter text: Returns the text of a field; `nil` for none.
    public init(_ text: (Field) -> String?) {
        texts = Field.allCases.reduce(into: [:]) { $0[$1] = text($1) }
    }

    public init(_ plan: MapPlan) {
        texts = [
            .name: plan.name, .meters: Self.text(plan.meters), .center: plan.center.entry,
            .rotation: Self.text(plan.rotation),
        ]
    }

    /// Creates the entry of a new plan.
    /// - Parameter center: The initial position; `nil` if unknown.
    public init(at center: GeoPoint?) {
        texts = [.meters: "20", .center: center?.entry ?? "", .rotation: "0"]
    }

    public subscript(field: Field) -> String { texts[field] ?? "" }

    /// - Parameters:
    ///   - width: The width of the picture in pixels.
    ///   - height: The height of the picture in pixels.
    public func plan(width: Int, height: Int) throws(Fault) -> MapPlan {
        guard let center = GeoPoint(entered: self[.center]) else {
            throw Fault(field: .center, text: MapTexts.noPlace(self[.center]))
        }
        let plan = MapPlan(
            name: self[.name].asLine, width: width, height: height, meters: number(.meters), center: center,
            rotation: number(.rotation))
        if let fault = plan.fault { throw fault }
        return plan
    }

    private func number(_ field: Field) -> Double {
        Double(self[field].filter { $0 != " " }.replacing(",", with: ".")) ?? .nan
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\(number)"
    }
}
