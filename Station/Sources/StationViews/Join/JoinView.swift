package import StationRules

/// The page with instructions for trusting the station.
package struct JoinView: View {
    struct Step: Sendable {
        let picture: String
        let title: String
        let text: String
    }

    struct Device: Sendable {
        let label: String
        let isOpen: Bool
        let file: String
        let steps: [Step]
    }

    let devices: [Device]
    let fingerprint: [String]
    let station: String

    /// - Parameters:
    ///   - device: The kind of the requesting device, whose steps are expanded.
    ///   - station: The station's URL.
    package init(device: JoinDevice, fingerprint: String, station: String) {
        devices = JoinDevice.allCases.map { each in
            Device(
                label: each.label, isOpen: each == device, file: each.file.path,
                steps: each.steps.map { Step(picture: $0.picture.svg(on: each), title: $0.title, text: $0.text) })
        }
        self.fingerprint = fingerprint.bytes
        self.station = station
    }

    package static let template = """
        <div class="join">
        <p class="brand">Recto</p>
        <h1>Connect this device</h1>
        <p>Recto encrypts what it sends with a certificate of its own. Let this device trust it once, in three steps. Then its camera can scan.</p>
        {{#devices}}
        <details name="device"{{#isOpen}} open{{/isOpen}}>
        <summary><h2>{{label}}</h2></summary>
        <ol>
        {{#steps}}<li><div class="illustration" aria-hidden="true">{{{picture}}}</div><div><h3>{{title}}</h3><p>{{text}}</p></div></li>
        {{/steps}}
        </ol>
        <a class="button primary" href="{{file}}" download>Download</a>
        </details>
        {{/devices}}
        <p>Done? <a href="{{station}}/">Open Recto</a></p>
        <h2>Fingerprint (SHA-256)</h2>
        <p class="fingerprint">{{#fingerprint}}{{.}}<wbr>{{/fingerprint}}</p>
        <p class="subhead">It must be the same as the one that Recto shows: on its Devices page, and by <code>recto-station --print-join</code>. If it is not, stop here.</p>
        </div>
        """
}

extension JoinPicture {
    /// Returns the drawing in the theme's colors.
    package func svg(on device: JoinDevice) -> String {
        let screen =
            device == .computer
            ? """
            <rect class="i-paper" x="26" y="38" width="108" height="72" rx="6"/><path class="i-line" d="M80 110v16M58 126h44"/>
            """
            : "<rect class=\"i-paper\" x=\"52\" y=\"22\" width=\"56\" height=\"116\" rx=\"10\"/><path class=\"i-line\" d=\"M72 128h16\"/>"
        return """
            <svg viewBox="0 0 160 160" width="96" height="96" focusable="false"><circle class="i-ground" cx="80" cy="80" r="70"/>\
            \(screen)\(sign)</svg>
            """
    }

    private var sign: String {
        switch self {
        case .download: "<path class=\"i-good\" d=\"M80 54v34M66 76l14 14 14-14M64 100h32\"/>"
        case .install:
            """
            <rect class="i-glass" x="64" y="56" width="32" height="40" rx="3"/><circle class="i-accent" cx="80" cy="72" r="7"/>\
            <path class="i-line" d="M74 86h12"/>
            """
        case .trust:
            "<rect class=\"i-accent\" x=\"60\" y=\"64\" width=\"40\" height=\"22\" rx=\"11\"/><circle class=\"i-dot\" cx=\"89\" cy=\"75\" r=\"7\"/>"
        }
    }
}
