public import StationRules

/// The capabilities of a camera as a scanner: eSCL's `ScannerCapabilities`.
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
    ///   - model: The camera's display name.
    ///   - identifier: A UUID that never changes.
    ///   - address: The URL of the station's pages.
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
        <scan:MinWidth>{{minimum}}</scan:MinWidth><scan:MaxWidth>{{maximumWidth}}</scan:MaxWidth>
        <scan:MinHeight>{{minimum}}</scan:MinHeight><scan:MaxHeight>{{maximumHeight}}</scan:MaxHeight>
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

/// The state of a scanner, and its jobs, the newest first: eSCL's `ScannerStatus`.
public struct ScannerStatusView: XMLView {
    struct Job: Sendable {
        let address: String
        let id: String
        let age: Int64
        let completed: Int
        let waiting: Int
        let state: String
        let reasons: [String]
    }

    let version = ScannerCapabilities.version
    let state: String
    let jobs: [Job]

    /// - Parameters:
    ///   - path: The path of the scanner's jobs.
    ///   - time: The current time on the list's clock.
    public init(_ list: ScanJobList, path: String, at time: Duration) {
        state = list.isBusy ? "Processing" : "Idle"
        jobs = list.jobs.reversed().map { job in
            Job(
                address: "\(path)/\(job.id)", id: job.id, age: (time - job.begun).components.seconds,
                completed: job.imagesCompleted, waiting: job.imagesToTransfer, state: job.state.code,
                reasons: job.state.reasons)
        }
    }

    public static let template = """
        <scan:ScannerStatus \(namespaces)>
        <pwg:Version>{{version}}</pwg:Version>
        <pwg:State>{{state}}</pwg:State>
        <scan:Jobs>
        {{#jobs}}
        <scan:JobInfo><pwg:JobUri>{{address}}</pwg:JobUri><pwg:JobUuid>{{id}}</pwg:JobUuid><scan:Age>{{age}}</scan:Age>\
        <pwg:ImagesCompleted>{{completed}}</pwg:ImagesCompleted><pwg:ImagesToTransfer>{{waiting}}</pwg:ImagesToTransfer>\
        <pwg:JobState>{{state}}</pwg:JobState><pwg:JobStateReasons>{{#reasons}}<pwg:JobStateReason>{{.}}</pwg:JobStateReason>{{/reasons}}</pwg:JobStateReasons></scan:JobInfo>
        {{/jobs}}
        </scan:Jobs>
        </scan:ScannerStatus>

        """
}

/// The properties of a finished page: eSCL's `ScanImageInfo`.
public struct ScanImageInfoView: XMLView {
    let address: String
    let id: String
    let width: Int
    let height: Int
    let rowBytes: Int

    /// - Parameters:
    ///   - address: The URL of the job.
    ///   - id: The job's identifier.
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - rowBytes: The bytes of an uncompressed row.
    public init(address: String, id: String, width: Int, height: Int, rowBytes: Int) {
        self.address = address
        self.id = id
        self.width = width
        self.height = height
        self.rowBytes = rowBytes
    }

    public static let template = """
        <scan:ScanImageInfo \(namespaces)>
        <pwg:JobUri>{{address}}</pwg:JobUri><pwg:JobUuid>{{id}}</pwg:JobUuid>
        <scan:ActualWidth>{{width}}</scan:ActualWidth><scan:ActualHeight>{{height}}</scan:ActualHeight>
        <scan:ActualBytesPerLine>{{rowBytes}}</scan:ActualBytesPerLine>
        </scan:ScanImageInfo>

        """
}

extension XMLView {
    /// The XML namespaces of the scanner protocol.
    static var namespaces: String {
        "xmlns:scan=\"http://schemas.hp.com/imaging/escl/2011/05/03\""
            + " xmlns:pwg=\"http://www.pwg.org/schemas/2010/12/sm\""
    }
}
