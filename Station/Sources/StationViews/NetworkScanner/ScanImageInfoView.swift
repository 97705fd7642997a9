/// What a finished page is like: eSCL's `ScanImageInfo`.
public struct ScanImageInfoView: XMLView {
    let address: String
    let id: String
    let width: Int
    let height: Int
    let rowBytes: Int

    /// - Parameters:
    ///   - address: Of the job.
    ///   - id: Of the job.
    ///   - width: In pixels, as is the height.
    ///   - rowBytes: Of a row that is not compressed.
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
