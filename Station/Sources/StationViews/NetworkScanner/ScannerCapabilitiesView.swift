import StationRules

/// What the camera can do as a scanner: eSCL's `ScannerCapabilities`.
public struct ScannerCapabilitiesView: XMLView {
    let model: String
    let identifier: String
    let address: String
    let maker = ScannerCapabilities.maker
    let version = ScannerCapabilities.version
    let minimum = ScannerCapabilities.minimum
    let maximumWidth = ScannerCapabilities.maximumWidth
    let maximumHeight = ScannerCapabilities.maximumHeight
    let colors = ScanColor.allCases.map(\.rawValue)
    let formats = ScanFormat.allCases.map(\.rawValue)
    let resolutions = ScannerCapabilities.resolutions
    let maximumResolution = ScannerCapabilities.resolutions.max() ?? ScannerCapabilities.usualResolution

    /// - Parameters:
    ///   - model: What people call the camera.
    ///   - identifier: A UUID that stays the same.
    ///   - address: Of the station's pages.
    public init(model: String, identifier: String, address: String) {
        self.model = model
        self.identifier = identifier
        self.address = address
    }

    public static let template = """
        <scan:ScannerCapabilities \(namespaces)>
        <pwg:Version>{{version}}</pwg:Version>
        <pwg:MakeAndModel>{{maker}} {{model}}</pwg:MakeAndModel>
        <pwg:SerialNumber>{{identifier}}</pwg:SerialNumber>
        <scan:UUID>{{identifier}}</scan:UUID>
        <scan:AdminURI>{{address}}</scan:AdminURI>
        <scan:IconURI>{{address}}web/icon.svg</scan:IconURI>
        <scan:Platen><scan:PlatenInputCaps>
        <scan:MinWidth>{{least}}</scan:MinWidth><scan:MaxWidth>{{maximumWidth}}</scan:MaxWidth>
        <scan:MinHeight>{{least}}</scan:MinHeight><scan:MaxHeight>{{maximumHeight}}</scan:MaxHeight>
        <scan:MaxScanRegions>1</scan:MaxScanRegions>
        <scan:SettingProfiles><scan:SettingProfile>
        <scan:ColorModes>{{#colors}}<scan:ColorMode>{{.}}</scan:ColorMode>{{/colors}}</scan:ColorModes>
        <scan:DocumentFormats>{{#formats}}<pwg:DocumentFormat>{{.}}</pwg:DocumentFormat><scan:DocumentFormatExt>{{.}}</scan:DocumentFormatExt>{{/formats}}</scan:DocumentFormats>
        <scan:SupportedResolutions><scan:DiscreteResolutions>{{#resolutions}}<scan:DiscreteResolution><scan:XResolution>{{.}}</scan:XResolution><scan:YResolution>{{.}}</scan:YResolution></scan:DiscreteResolution>{{/resolutions}}</scan:DiscreteResolutions></scan:SupportedResolutions>
        </scan:SettingProfile></scan:SettingProfiles>
        <scan:SupportedIntents><scan:Intent>Document</scan:Intent><scan:Intent>TextAndGraphic</scan:Intent><scan:Intent>Photo</scan:Intent></scan:SupportedIntents>
        <scan:MaxOpticalXResolution>{{maximumResolution}}</scan:MaxOpticalXResolution>
        <scan:MaxOpticalYResolution>{{maximumResolution}}</scan:MaxOpticalYResolution>
        </scan:PlatenInputCaps></scan:Platen>
        </scan:ScannerCapabilities>

        """
}
