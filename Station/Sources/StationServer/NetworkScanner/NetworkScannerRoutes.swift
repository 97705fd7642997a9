import HTTPTypes
import Hummingbird
import NIOCore
import RectoCore
import StationIdentity
import StationRules
import StationViews

/// One of the station's cameras as a network scanner with the protocol eSCL, also known as AirScan. Scanning programs
/// get the page in front of the camera, straightened.
///
/// Source: Mopria Alliance, "eSCL Technical Specification", version 2.97.
struct NetworkScannerRoutes {
    /// The camera's index in the station's list.
    let number: Int
    let label: String
    /// A UUID that never changes.
    let identifier: String
    let jobs: ScanJobs

    /// The longest wait for a page before the client is asked to try again later.
    private static let waiting = Duration.seconds(5)

    /// Returns the path without its leading slash. The first camera has the default path that all clients try.
    static func path(camera number: Int) -> String { number == 0 ? "eSCL" : "eSCL/\(number + 1)" }

    private var path: String { Self.path(camera: number) }

    func add(to router: Routes) {
        let scanner = router.group(path, for: .scanningPrograms)
        scanner.get("ScannerCapabilities", to: .scan, .data, use: capabilities)
        scanner.get("ScannerStatus", to: .scan, .data, use: status)
        scanner.post("ScanJobs", to: .scan, .data, use: begin)
        let job = scanner.group("ScanJobs/:job")
        job.get("NextDocument", to: .scan, .file, hasEffect: true, use: next)
        job.get("ScanImageInfo", to: .scan, .data, use: info)
        job.delete("", to: .scan, .data, use: cancel)
    }

    private func capabilities(_ request: Request, _ context: StationContext) -> Response {
        Self.answer(
            ScannerCapabilitiesView(
                model: label, identifier: identifier, address: "http://\(request.head.authority ?? "localhost")/"))
    }

    private func status(_ request: Request, _ context: StationContext) async -> Response {
        let (list, time) = await jobs.status
        return Self.answer(ScannerStatusView(list, path: "/\(path)/ScanJobs", at: time))
    }

    private func begin(_ request: Request, _ context: StationContext) async throws -> Response {
        let body = try await request.body.collect(upTo: context.maxUploadSize)
        let settings: ScanSettings
        do throws(ScanSettings.Failure) { settings = try ScanSettings(document: Array(body.readableBytesView)) } catch {
            // The protocol reports unusable settings as a conflict.
            if case .unsupported = error { return Self.answer(.conflict, "\(error)") }
            return Self.answer(.badRequest, "\(error)")
        }
        guard let id = await jobs.begin(settings) else { return Self.later("The scanner is busy.") }
        return Response(status: .created, headers: [.location: "/\(path)/ScanJobs/\(id)"])
    }

    private func next(_ request: Request, _ context: StationContext) async throws -> Response {
        switch await jobs.next(of: try context.parameters.require("job"), waiting: Self.waiting) {
        case .page(let file):
            Response(
                status: .ok, headers: [.contentType: file.format.rawValue],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
        case .later: Self.later("The page is not ready yet.")
        case .some(.none): Self.answer(.notFound, "There are no more pages.")
        case nil: Self.answer(.notFound, "There is no such job.")
        case .canceled: Self.answer(.gone, "The job was canceled.")
        case .failed(let failure): Self.answer(.gone, "\(failure)")
        }
    }

    private func info(_ request: Request, _ context: StationContext) async throws -> Response {
        let id = try context.parameters.require("job")
        guard let file = await jobs.file(of: id) else { return Self.answer(.notFound, "This job has no page.") }
        return Self.answer(
            ScanImageInfoView(
                address: "/\(path)/ScanJobs/\(id)", id: id, width: file.size.width, height: file.size.height,
                rowBytes: file.rowBytes))
    }

    private func cancel(_ request: Request, _ context: StationContext) async throws -> Response {
        let isKnown = await jobs.cancel(try context.parameters.require("job"))
        return isKnown ? Response(status: .ok) : Self.answer(.notFound, "There is no such job.")
    }

    private static func answer(_ view: some XMLView) -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/xml; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: view.xml)))
    }

    private static func answer(_ status: HTTPResponse.Status, _ text: String) -> Response {
        Response(
            status: status, headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text + "\n")))
    }

    private static func later(_ text: String) -> Response {
        var response = answer(.serviceUnavailable, text)
        response.headers[.retryAfter] = "1"
        return response
    }
}
