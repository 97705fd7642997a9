import CQREncode
package import StationCharts
package import StationRules

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
        let mayRemove: Bool

        /// - Parameters:
        ///   - time: The relative time of its activation.
        ///   - fullTime: The date and time of its activation.
        ///   - isOwn: Whether it is the device that shows the page.
        ///   - mayRemove: Whether the visitor may remove it.
        public init(
            id: Int64, name: String, time: String, fullTime: String, exactTime: String, isOwn: Bool, mayRemove: Bool
        ) {
            self.name = name
            self.mayRemove = mayRemove
            self.time = time.prefix(1).lowercased() + time.dropFirst()
            self.fullTime = fullTime
            self.exactTime = exactTime
            self.isOwn = isOwn
            dialog = "remove-\(id)"
            confirmation =
                mayRemove
                ? ConfirmationView(.removeDevice(name, isOwn: isOwn), id: dialog, action: "/devices/\(id)/remove").html
                : ""
        }
    }

    let rows: [Row]
    let hasRows: Bool
    let offersCode: Bool
    let empty: String
    let command: ReachView.Copied?
    let offersPrograms: Bool
    let reach: String?

    /// - Parameters:
    ///   - offersPrograms: Whether the visitor may manage the tokens of programs.
    ///   - reach: Instructions for other devices; `nil` if they cannot reach the station.
    public init(rows: [Row], offersPrograms: Bool, reach: ReachView?) {
        self.offersPrograms = offersPrograms && reach != nil
        self.rows = rows
        hasRows = !rows.isEmpty
        offersCode = hasRows && reach != nil
        empty =
            IllustratedMessageView(reach == nil ? DeviceMessages.local : DeviceMessages.empty, size: .extraLarge).html
        command = reach == nil ? ReachView.Copied("command", DeviceMessages.networkCommand) : nil
        self.reach = reach?.html
    }

    public static let template = """
        <header class="titlebar"><h1>Devices</h1><span class="space"></span>{{#offersCode}}<a class="button primary" href="/devices/activation"><span class="icon icon-qr-code" aria-hidden="true"></span>Show Code</a>{{/offersCode}}</header>
        {{#hasRows}}
        <ul class="documents">
        {{#rows}}
        <li class="cell"><span class="icon icon-phone" aria-hidden="true"></span><span class="text"><span class="headline">{{name}}{{#isOwn}} (this one){{/isOwn}}</span><span class="subhead">Activated <time datetime="{{exactTime}}" title="{{fullTime}}">{{time}}</time></span></span>{{#mayRemove}}<button type="button" class="button negative" data-opens="{{dialog}}" aria-label="Remove {{name}}, activated {{time}}">Remove</button>{{/mayRemove}}</li>
        {{/rows}}
        </ul>
        {{#rows}}{{{confirmation}}}
        {{/rows}}
        {{/hasRows}}
        {{^hasRows}}{{{empty}}}{{/hasRows}}
        {{#command}}<p class="copied command"><code id="{{id}}">{{text}}</code>{{{button}}}</p>{{/command}}
        {{#offersPrograms}}<p><a class="button" href="/devices/programs">Tokens of Programs…</a></p>{{/offersPrograms}}
        {{{reach}}}
        """
}

/// Instructions for reaching the station from other devices.
public struct ReachView: View {
    /// A text with a button that copies it.
    struct Copied: Sendable {
        let id: String
        let text: String
        let button: String
        /// The parts between which a line may end.
        let parts: [String]

        init(_ id: String, _ text: String) {
            (self.id, self.text) = (id, text)
            parts = text.bytes
            button = CopyButtonView(id, label: text).html
        }
    }

    let addresses: [Copied]
    let join: Copied?
    let fingerprint: Copied?

    /// - Parameters:
    ///   - addresses: The station's URLs.
    ///   - join: The URL of the page with instructions for trusting it; `nil` if they are not needed.
    ///   - fingerprint: The fingerprint of its authority.
    public init(addresses: [String], join: String?, fingerprint: String?) {
        self.addresses = addresses.enumerated().map { Copied("address-\($0)", $1) }
        self.join = join.map { Copied("join", $0) }
        self.fingerprint = fingerprint.map { Copied("fingerprint", $0) }
    }

    public static let template = """
        <section class="reach">
        {{#join}}<h2>New device? Start here</h2>
        <p class="copied"><span id="{{id}}">{{text}}</span>{{{button}}}</p>
        <p class="subhead">The page shows how a phone or computer trusts Recto. Fingerprint:</p>{{/join}}
        {{#fingerprint}}<p class="copied subhead"><span class="fingerprint" id="{{id}}">{{#parts}}{{.}}<wbr>{{/parts}}</span>{{{button}}}</p>{{/fingerprint}}
        <h2>Addresses of Recto</h2>
        <ul>{{#addresses}}<li class="copied"><span id="{{id}}">{{text}}</span>{{{button}}}</li>{{/addresses}}</ul>
        </section>
        """
}

/// A QR code that activates a device.
public struct ActivationView: View {
    let symbol: String
    let duration: String
    let time: String
    let exactTime: String
    let origin: String
    let join: String?

    /// - Parameters:
    ///   - origin: The station's origin in the code.
    ///   - join: The page for devices that do not trust the station yet; `nil` if all do.
    ///   - duration: The lifetime of the code.
    ///   - time: The time of expiry.
    public init(
        symbol: CodeSymbol, origin: String, join: String?, duration: String, time: String, exactTime: String
    ) {
        self.symbol = symbol.svg
        self.origin = origin
        self.join = join
        self.duration = duration
        self.time = time
        self.exactTime = exactTime
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="/devices"><span class="icon icon-chevron-left" aria-hidden="true"></span>Devices</a><h1>Activation code</h1></header>
        <section class="activation">
        {{{symbol}}}
        <p>Point the other device’s camera here. It opens {{origin}}.</p>
        {{#join}}<p class="subhead">Not secure yet? Open {{join}} on that device first.</p>{{/join}}
        <p class="subhead">Works once, for {{duration}}, until <time datetime="{{exactTime}}">{{time}}</time>. Do not share it.</p>
        <a class="button" href="/devices/activation">New Code</a>
        </section>
        """
}

/// The page behind an activation code.
public struct ActivateView: View {
    let text: String

    /// - Parameter isShared: Whether people sign in.
    public init(isShared: Bool) {
        text =
            isShared
            ? localized("People of this station can then sign in here.")
            : localized("It can then scan, and open every document of this station.")
    }

    public static let template = """
        <div class="welcome">
        <div class="introduction">
        <p class="brand">Recto</p>
        <h1>Connect this device</h1>
        <p>{{text}}</p>
        </div>
        <div class="actions">
        <form method="post" action="/welcome/activate"><input type="hidden" name="code" value=""><button class="button primary">Connect</button></form>
        <noscript><p class="subhead">Turn on JavaScript for this page, then scan the code again.</p></noscript>
        </div>
        </div>
        """
}

/// A QR code as a drawing, created with libqrencode.
public struct CodeSymbol: Sendable {
    public enum Failure: Error, Hashable, Sendable {
        /// The text is too long for a QR code.
        case tooLong(Int)
    }

    /// The width of the light zone around a symbol in modules (ISO/IEC 18004, section 5.3.8).
    private static let quietZone = 4

    /// The modules along a side, without the quiet zone.
    private let side: Int
    /// The modules in row order.
    private let isDark: [Bool]

    /// - Parameter text: The text, encoded as UTF-8 at level M, which corrects up to 15 % of damage.
    public init(_ text: String) throws(Failure) {
        let bytes = Array(text.utf8)
        guard let symbol = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else {
            throw .tooLong(bytes.count)
        }
        defer { QRcode_free(symbol) }
        let side = Int(symbol.pointee.width)
        self.side = side
        // SAFETY: libqrencode returns `width` squared modules; the lowest bit of each is set for dark ones.
        isDark = (0..<side * side).map { symbol.pointee.data[$0] & 1 == 1 }
    }

    /// Whether the module at a position, which may be in the quiet zone, is dark.
    private func isDark(_ x: Int, _ y: Int) -> Bool {
        0..<side ~= x && 0..<side ~= y && isDark[y * side + x]
    }

    /// Runs of adjacent dark modules in row order.
    private var runs: [LabelSheetPDF.Run] {
        (0..<side).flatMap { y in
            var runs: [LabelSheetPDF.Run] = []
            var x = 0
            while x < side {
                let start = x
                while isDark(x, y) { x += 1 }
                if x > start { runs.append(.init(x: start, y: y, count: x - start)) }
                x += 1
            }
            return runs
        }
    }

    /// Returns the label of a place with this code.
    package func label(name: String, kind: String, code: String) -> LabelSheetPDF.Label {
        LabelSheetPDF.Label(name: name, kind: kind, code: code, side: side, runs: runs)
    }

    /// An SVG drawing in black on white, with one unit per module.
    public var svg: String {
        var path = ""
        for run in runs {
            path += "M\(run.x + Self.quietZone) \(run.y + Self.quietZone)h\(run.count)v1h-\(run.count)z"
        }
        let whole = side + 2 * Self.quietZone
        return """
            <svg class="code-symbol" viewBox="0 0 \(whole) \(whole)" role="img" aria-label="QR code" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(whole)v\(whole)H0z"/><path fill="#000" d="\(path)"/></svg>
            """
    }

    /// The code for a terminal, two modules per character, in black on white regardless of the terminal's colors.
    public var terminal: String {
        let range = -Self.quietZone..<side + Self.quietZone
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { y in
            let row = range.map { x in
                switch (isDark(x, y), isDark(x, y + 1)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[30;107m\(row.joined())\u{1B}[0m\n"
        }.joined()
    }
}

/// The first page for a device without access.
public struct WelcomeView: View {
    let offersCode: Bool
    let offersLink: Bool
    let offersName: Bool
    let offersSignIn: Bool
    let offersDemonstration: Bool
    let found: String?
    let foundLabel: String
    let failure: String?

    /// - Parameters:
    ///   - isShared: Whether people sign in at this station.
    ///   - found: The URL of the machine whose name was entered.
    package init(
        _ variant: WelcomeVariant = .standard, isShared: Bool = true, found: String? = nil, failure: String? = nil
    ) {
        // Until people are set up, a variant that only people can use offers all ways.
        let ways = variant.ways.isEmpty ? WelcomeVariant.standard.ways : variant.ways
        offersCode = ways.contains(.code)
        offersLink = ways.contains(.link)
        offersName = ways.contains(.name)
        offersSignIn = ways.contains(.signIn) && isShared
        offersDemonstration = ways.contains(.demonstration)
        self.found = found
        foundLabel = found.map { localized("Open \($0)") } ?? ""
        self.failure = failure
    }

    public static let template = """
        <div class="welcome">
        <div class="introduction">
        <p class="brand">Recto</p>
        <h1>Welcome to your scan station</h1>
        <p>Scan paper with this device’s camera and keep it in the station’s library.</p>
        </div>
        <div class="actions">
        {{#offersCode}}<a class="button primary" href="/welcome/scan"><span class="icon icon-qr-code" aria-hidden="true"></span>Scan Activation Code</a>
        <p class="subhead">The code is on the station’s Devices page. No code? Open the sign-in link shown when Recto started.</p>{{/offersCode}}
        {{#offersLink}}<a class="button" href="/invitation">I Have a Link</a>{{/offersLink}}
        {{#offersSignIn}}<a class="button" href="/sign-in">Sign In</a>{{/offersSignIn}}
        {{#offersName}}<form class="discovery" method="post" action="/welcome/discover">{{#failure}}<p class="form-note negative" role="alert">{{failure}}</p>{{/failure}}<label for="station-name">Name of the station’s machine</label><div class="secret"><input id="station-name" name="name" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="scanner.local" required><button class="button">Find</button></div></form>{{/offersName}}
        {{#found}}<p class="found" role="status"><a class="button primary" href="{{found}}">{{foundLabel}}</a></p>{{/found}}
        {{#offersDemonstration}}<form method="post" action="/demonstration"><button class="button plain">Explore a Sample Library</button></form>{{/offersDemonstration}}
        </div>
        </div>
        """
}

extension String {
    /// The bytes of a fingerprint, each but the last with the colon after it.
    var bytes: [String] { replacing(":", with: ": ").split(separator: " ").map(String.init) }
}
