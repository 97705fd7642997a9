package import Hummingbird

/// What belongs to a request.
package struct StationContext: RequestContext {
    package var coreContext: CoreRequestContextStorage

    package init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }

    /// Bytes of a form; pictures say their own limit.
    package var maxUploadSize: Int { 64 << 10 }
}
