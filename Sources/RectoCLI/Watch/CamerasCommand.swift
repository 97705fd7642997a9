import ArgumentParser
import RectoCapture

struct CamerasCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cameras",
        abstract: "Lists cameras with their formats, sizes, rates and controls.",
        discussion: """
            Each camera has an id that stays the same when it is plugged in again; its node (/dev/video0) may change. The id \
            of a USB camera is made of its vendor, product and serial numbers, or of its port if it has no serial number. \
            Cameras that another program uses are listed too.

            EXAMPLES
              recto cameras
              recto cameras --json | jq -r .id
            """)

    @Flag(help: "Print a line with a JSON object for each camera.")
    var json = false

    func run() throws {
        let (cameras, refused) = CameraDescription.all()
        for camera in cameras {
            if json { try Console.printJSON(JSONCamera(camera)) } else { lines(of: camera).forEach(Console.printLine) }
        }
        if cameras.isEmpty && refused.isEmpty && !json { Console.printLine("no cameras found") }
        for (path, fault) in refused { Console.printErrorLine("recto: \(path) cannot be queried: \(fault)") }
        if !refused.isEmpty { throw SomeInputsFailed() }
    }

    private func lines(of camera: CameraDescription) -> [String] {
        let info = camera.info
        let serial = info.serial.map { ", serial \($0)" } ?? ""
        let head = ["\(info.path): \(info.name) (\(info.driver)\(serial))", "  id \(info.id)"]
        return head + (camera.proposal.map { ["  default \($0)"] } ?? []) + camera.formats.flatMap(lines)
            + (camera.controls.isEmpty ? [] : ["  controls"]) + camera.controls.map(line)
    }

    private func lines(of format: CameraDescription.Format) -> [String] {
        let note = format.fourcc.encoding == nil ? ", not supported" : ""
        return ["  \(format.fourcc) (\(format.name)\(note))"]
            + format.sizes.map { size in
                let rates = size.rates.isEmpty ? "" : ": \(size.rates.map(plain).joined(separator: ", ")) frames/s"
                return "    \(plain(size.width)) x \(plain(size.height))\(rates)"
            }
    }

    private func line(of control: CameraControl) -> String {
        let value = control.value.map { value in " = \(control.items[value] ?? "\(value)")" } ?? ""
        let range =
            switch control.type {
            case .integer: ", \(control.range.lowerBound) to \(control.range.upperBound) in steps of \(control.step)"
            case .menu:
                ", one of \(control.items.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))"
            case .boolean, .button: ""
            }
        let notes = (control.isInactive ? ", inactive" : "") + (control.isReadOnly ? ", read only" : "")
        return "    \(control.name)\(value) (\(control.type.rawValue)\(range)\(notes))"
    }

    private func plain(_ range: ClosedRange<Int>) -> String {
        range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)…\(range.upperBound)"
    }

    private func plain(_ range: ClosedRange<Double>) -> String {
        let (minimum, maximum) = (range.lowerBound.rounded(decimals: 2), range.upperBound.rounded(decimals: 2))
        return minimum == maximum ? "\(minimum)" : "\(minimum)…\(maximum)"
    }
}

/// A camera as a JSON object.
private struct JSONCamera: Encodable {
    struct Format: Encodable {
        var fourcc: String
        var name: String
        /// `nil` if Recto does not support this format.
        var encoding: String?
        var sizes: [Size]
    }

    struct Size: Encodable {
        /// Minimum and maximum.
        var width: [Int]
        var height: [Int]
        /// Frames a second: minimum and maximum of each range.
        var rates: [[Double]]
    }

    struct Control: Encodable {
        var name: String
        var type: String
        var minimum: Int
        var maximum: Int
        var step: Int
        var standard: Int
        var value: Int?
        var items: [String: String]?
        var inactive: Bool
        var readOnly: Bool
    }

    var path: String
    var name: String
    var id: String
    var serial: String?
    var driver: String
    var formats: [Format]
    var controls: [Control]

    init(_ camera: CameraDescription) {
        let info = camera.info
        (path, name, id, serial, driver) = (info.path, info.name, info.id, info.serial, info.driver)
        formats = camera.formats.map { format in
            Format(
                fourcc: format.fourcc.description, name: format.name, encoding: format.fourcc.encoding?.rawValue,
                sizes: format.sizes.map { size in
                    Size(
                        width: [size.width.lowerBound, size.width.upperBound],
                        height: [size.height.lowerBound, size.height.upperBound],
                        rates: size.rates.map {
                            [$0.lowerBound.rounded(decimals: 3), $0.upperBound.rounded(decimals: 3)]
                        })
                })
        }
        controls = camera.controls.map { control in
            Control(
                name: control.name, type: control.type.rawValue, minimum: control.range.lowerBound,
                maximum: control.range.upperBound, step: control.step, standard: control.standard,
                value: control.value,
                items: control.items.isEmpty
                    ? nil : Dictionary(uniqueKeysWithValues: control.items.map { ("\($0)", $1) }),
                inactive: control.isInactive, readOnly: control.isReadOnly)
        }
    }
}
