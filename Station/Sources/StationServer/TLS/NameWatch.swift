import FoundationEssentials
import Logging
import StationRules

/// Looks each minute whether the machine has other names and addresses, and whether the certificate is to be replaced.
struct NameWatch: Sendable {
    private static let pause = Duration.seconds(60)

    let names: StationNames
    let certificate: ServerCertificate?
    let logger: Logger
    /// Called after each look.
    let looked: @Sendable () -> Void

    func run() async {
        while (try? await Task.sleep(for: Self.pause)) != nil { look() }
    }

    private func look() {
        names.refresh()
        do { try certificate?.renew(names.certified, at: Int64(Date.now.timeIntervalSince1970)) } catch {
            logger.error("the certificate stays as it was: \(error)")
        }
        looked()
    }
}
