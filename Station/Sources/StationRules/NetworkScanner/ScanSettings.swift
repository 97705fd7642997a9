/// The settings that a client of the scanner protocol requests.
public struct ScanSettings: Hashable, Sendable {
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case xml(XMLElement.Failure)
        /// The XML is valid, but does not contain scan settings.
        case noSettings(String)
        /// The scanner does not support this.
        case unsupported(element: String, value: String)

        public var description: String {
            switch self {
            case .xml(let failure): "\(failure)"
            case .noSettings(let name): "“\(name)” is not ScanSettings"
            case .unsupported(let element, let value): "\(element) “\(value)” is not supported"
            }
        }
    }

    public var color = ScanColor.color
    public var format = ScanFormat.jpeg
    /// The resolution in dots per inch.
    public var resolution = ScannerCapabilities.usualResolution
    public var region = ScanRegion.whole

    public init() {}

    /// - Parameter bytes: The XML document of a request. Missing elements have defaults; unknown elements are ignored.
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

/// The colors of a scan, by their names in the scanner protocol.
public enum ScanColor: String, Hashable, Sendable, CaseIterable {
    /// The engine's black-and-white filter. In JPEG, which has no bilevel images, it becomes a gray image.
    case blackAndWhite = "BlackAndWhite1"
    case gray = "Grayscale8"
    case color = "RGB24"
}

/// The file formats of a scan, by their media types.
public enum ScanFormat: String, Hashable, Sendable, CaseIterable {
    case jpeg = "image/jpeg"
    case pdf = "application/pdf"
    case png = "image/png"
    case tiff = "image/tiff"
}

/// A region of a page from its top left corner, in units of 1/300 inch.
public struct ScanRegion: Hashable, Sendable {
    public let x: Int
    public let y: Int
    public let width: Int
    public let height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public static let unitsPerInch = 300

    /// The region for the whole page. Larger pages are reduced in size.
    public static let whole = ScanRegion(
        x: 0, y: 0, width: ScannerCapabilities.maximumWidth, height: ScannerCapabilities.maximumHeight)

    public var isWhole: Bool { x == 0 && y == 0 && width >= Self.whole.width && height >= Self.whole.height }
}

/// The capabilities of a camera as a scanner.
public enum ScannerCapabilities {
    /// The resolutions in dots per inch.
    public static let resolutions = [75, 100, 150, 200, 300, 400, 600]
    public static let usualResolution = 300
    /// The maximum size in units of ``ScanRegion``, large enough for A4 and Letter, as on a flatbed scanner. Programs
    /// fill the rest of the area with white, so it is no larger than most pages need.
    public static let maximumWidth = 2551
    public static let maximumHeight = 3508
    public static let minimum = 16
    /// The protocol's version.
    public static let version = "2.63"
    public static let maker = "Recto"
}
