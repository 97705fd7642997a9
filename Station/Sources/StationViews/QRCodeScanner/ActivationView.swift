/// A QR code that makes a device known to the station.
public struct ActivationView: View {
    let symbol: String
    let duration: String
    let time: String
    let exactTime: String

    /// - Parameters:
    ///   - duration: How long the code may be used.
    ///   - time: Until when.
    public init(symbol: CodeSymbol, duration: String, time: String, exactTime: String) {
        self.symbol = symbol.svg
        self.duration = duration
        self.time = time
        self.exactTime = exactTime
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="/devices"><span class="icon icon-chevron-left" aria-hidden="true"></span>Devices</a><h1>Activation code</h1></header>
        <section class="activation">
        {{{symbol}}}
        <p>Open this station on the other device, choose <b>Scan Activation Code</b>, and point its camera here.</p>
        <p class="subhead">For one device and {{duration}}, until <time datetime="{{exactTime}}">{{time}}</time>. Whoever scans it can use this station.</p>
        <a class="button" href="/devices/activation">New Code</a>
        </section>
        """
}
