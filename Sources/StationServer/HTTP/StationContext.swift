import Hummingbird
import Logging

/// What belongs to a request.
struct StationContext: RequestContext {
    var coreContext: CoreRequestContextStorage

    init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }

    /// Bytes of a form; pictures say their own limit.
    var maxUploadSize: Int { 64 << 10 }
}
