/// What a client of the scanner protocol asks for.
public struct ScanSettings: Hashable, Sendable {
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case xml(XMLElement.Failure)
        /// It is XML, and no order for a scan.
        case noSettings(String)
        /// The scanner cannot do this.
        case unsupported(element: String, value: String)

        public var description: String {
            switch self {
            case .xml(let failure): "\(failure)"
            case .noSettings(let name): "“\(name)” is no ScanSettings"
            case .unsupported(let element, let value): "\(element) “\(value)” is not supported"
            }
        }
    }

    public var color = ScanColor.color
    public var format = ScanFormat.jpeg
    /// Dots per inch.
    public var resolution = ScannerCapabilities.usualResolution
    public var region = ScanRegion.whole

    public init() {}

    /// - Parameter bytes: The XML document of a request; what it leaves out is as usual, what is unknown is passed over.
    public init(document bytes: [UInt8]) throws(Failure) {
        let root: XMLElement
        do { root = try XMLElement(document: bytes) } catch { throw .xml(error) }
        guard root.name == "ScanSettings" else { throw .noSettings(root.name) }
        color = try Self.known(root["ColorMode"]) ?? color
        format = try Self.known(root["DocumentFormatExt"] ?? root["DocumentFormat"]) ?? format
        resolution = try Self.resolution(root)
        region = try Self.region(root)
        if let source = root["InputSource"], source.text != "Platen" {
            throw .unsupported(element: source.name, value: source.text)
        }
    }

    private static func known<Value: RawRepresentable<String>>(_ element: XMLElement?) throws(Failure) -> Value? {
        guard let element else { return nil }
        guard let value = Value(rawValue: element.text) else {
            throw .unsupported(element: element.name, value: element.text)
        }
        return value
    }

    private static func resolution(_ root: XMLElement) throws(Failure) -> Int {
        let asked = [root["XResolution"], root["YResolution"]].compactMap { $0 }
        for element in asked {
            guard let number = Int(element.text), ScannerCapabilities.resolutions.contains(number),
                element.text == asked[0].text
            else { throw .unsupported(element: element.name, value: element.text) }
        }
        return asked.first.flatMap { Int($0.text) } ?? ScannerCapabilities.usualResolution
    }

    private static func region(_ root: XMLElement) throws(Failure) -> ScanRegion {
        guard let regions = root["ScanRegions"] else { return .whole }
        guard regions.children.count == 1, let region = regions["ScanRegion"] else {
            throw .unsupported(element: regions.name, value: "\(regions.children.count) regions")
        }
        if let units = region["ContentRegionUnits"], !units.text.hasSuffix("ThreeHundredthsOfInches") {
            throw .unsupported(element: units.name, value: units.text)
        }
        func number(_ name: String, _ usual: Int, _ range: ClosedRange<Int>) throws(Failure) -> Int {
            guard let text = region[name]?.text else { return usual }
            guard let number = Int(text), range ~= number else { throw .unsupported(element: name, value: text) }
            return number
        }
        let (width, height) = (ScannerCapabilities.maximumWidth, ScannerCapabilities.maximumHeight)
        let minimum = ScannerCapabilities.minimum
        let (x, y) = (try number("XOffset", 0, 0...width - minimum), try number("YOffset", 0, 0...height - minimum))
        return ScanRegion(
            x: x, y: y, width: try number("Width", width - x, minimum...width),
            height: try number("Height", height - y, minimum...height))
    }
}
