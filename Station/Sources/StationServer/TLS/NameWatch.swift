import FoundationEssentials
import Logging
import StationRules

/// Checks once a minute whether the machine's names and addresses have changed, and whether to replace the
/// certificate.
struct NameWatch: Sendable {
    private static let pause = Duration.seconds(60)

    let names: StationNames
    let certificate: ServerCertificate?
    let logger: Logger
    /// Called after each check.
    let looked: @Sendable () -> Void

    func run() async {
        while (try? await Task.sleep(for: Self.pause)) != nil { look() }
    }

    private func look() {
        names.refresh()
        do { try certificate?.renew(names.certified, at: Int64(Date.now.timeIntervalSince1970)) } catch {
            logger.error("the certificate was not renewed: \(error)")
        }
        looked()
    }
}
