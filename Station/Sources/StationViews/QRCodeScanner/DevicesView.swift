import CQREncode
import StationRules

/// The devices that may use the station.
public struct DevicesView: View {
    public struct Row: Sendable {
        let name: String
        let time: String
        let fullTime: String
        let exactTime: String
        let isOwn: Bool
        let dialog: String
        let confirmation: String

        /// - Parameters:
        ///   - time: How long ago it was activated.
        ///   - fullTime: The day and time of its activation.
        ///   - isOwn: Whether it is the device that shows the page.
        public init(id: Int64, name: String, time: String, fullTime: String, exactTime: String, isOwn: Bool) {
            self.name = name
            self.time = time.prefix(1).lowercased() + time.dropFirst()
            self.fullTime = fullTime
            self.exactTime = exactTime
            self.isOwn = isOwn
            dialog = "remove-\(id)"
            confirmation =
                ConfirmationView(.removeDevice(name, isOwn: isOwn), id: dialog, action: "/devices/\(id)/remove").html
        }
    }

    let rows: [Row]
    let hasRows: Bool
    let empty: String

    public init(rows: [Row]) {
        self.rows = rows
        hasRows = !rows.isEmpty
        empty = IllustratedMessageView(DeviceMessages.empty, size: .extraLarge).html
    }

    public static let template = """
        <header class="titlebar"><h1>Devices</h1><span class="space"></span>{{#hasRows}}<a class="button primary" href="/devices/activation"><span class="icon icon-qr-code" aria-hidden="true"></span>Show Code</a>{{/hasRows}}</header>
        {{#hasRows}}
        <ul class="documents">
        {{#rows}}
        <li class="cell"><span class="icon icon-phone" aria-hidden="true"></span><span class="text"><span class="headline">{{name}}{{#isOwn}} (this one){{/isOwn}}</span><span class="subhead">Activated <time datetime="{{exactTime}}" title="{{fullTime}}">{{time}}</time></span></span><button type="button" class="button negative" data-opens="{{dialog}}" aria-label="Remove {{name}}, activated {{time}}">Remove</button></li>
        {{/rows}}
        </ul>
        {{#rows}}{{{confirmation}}}
        {{/rows}}
        {{/hasRows}}
        {{^hasRows}}{{{empty}}}{{/hasRows}}
        """
}

/// A QR code that activates a device.
public struct ActivationView: View {
    let symbol: String
    let duration: String
    let time: String
    let exactTime: String

    /// - Parameters:
    ///   - duration: How long the code is valid.
    ///   - time: When it expires.
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
        <p class="subhead">Works once, for {{duration}}, until <time datetime="{{exactTime}}">{{time}}</time>. Do not share it.</p>
        <a class="button" href="/devices/activation">New Code</a>
        </section>
        """
}

/// A QR code as an SVG drawing, by libqrencode.
public struct CodeSymbol: Sendable {
    public enum Failure: Error, Hashable, Sendable {
        /// The text is too long for a QR code.
        case tooLong(Int)
    }

    /// Modules that must be light around a symbol (ISO/IEC 18004, section 5.3.8).
    private static let quietZone = 4

    /// An SVG drawing in black on white, with one unit per module.
    public let svg: String

    /// - Parameter text: Encoded as UTF-8, at level M, which corrects up to 15 % of damage.
    public init(_ text: String) throws(Failure) {
        let bytes = Array(text.utf8)
        guard let symbol = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else {
            throw .tooLong(bytes.count)
        }
        defer { QRcode_free(symbol) }
        let side = Int(symbol.pointee.width)
        var path = ""
        for y in 0..<side {
            var x = 0
            while x < side {
                // SAFETY: libqrencode gives `width` squared modules, the lowest bit of each tells whether it is dark.
                let start = x
                while x < side, symbol.pointee.data[y * side + x] & 1 == 1 { x += 1 }
                if x > start {
                    path += "M\(start + Self.quietZone) \(y + Self.quietZone)h\(x - start)v1h-\(x - start)z"
                }
                x += 1
            }
        }
        let whole = side + 2 * Self.quietZone
        svg = """
            <svg class="code-symbol" viewBox="0 0 \(whole) \(whole)" role="img" aria-label="QR code" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(whole)v\(whole)H0z"/><path fill="#000" d="\(path)"/></svg>
            """
    }
}

/// The first page for a device without access.
public struct WelcomeView: View {
    public init() {}

    public static let template = """
        <div class="welcome">
        <div class="introduction">
        <p class="brand">Recto</p>
        <h1>Welcome to your scan station</h1>
        <p>Scan paper with this device’s camera and keep it in the station’s library.</p>
        </div>
        <div class="actions">
        <a class="button primary" href="/welcome/scan"><span class="icon icon-qr-code" aria-hidden="true"></span>Scan Activation Code</a>
        <p class="subhead">The code is on the station’s Devices page. No code? Open the sign-in link shown when Recto started.</p>
        </div>
        </div>
        """
}
