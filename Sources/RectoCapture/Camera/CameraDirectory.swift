import FoundationEssentials
import Glibc

/// The video nodes of this machine, as the system's files describe them; none of them is opened.
package struct CameraDirectory: Sendable {
    /// A node that may be a camera.
    package struct Node: Hashable, Sendable {
        package var path: String
        package var name: String
        package var id: String
        package var serial: String?
        /// Number of the node within its device.
        package var index: Int
    }

    /// Where the system describes its video nodes, and where the nodes are.
    package var system = "/sys/class/video4linux"
    package var devices = "/dev"

    package init() {}

    /// In the order of their numbers.
    package func nodes() -> [Node] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: system)) ?? []
        let numbers = names.compactMap { name in name.hasPrefix("video") ? Int(name.dropFirst(5)) : nil }.sorted()
        var nodes = numbers.compactMap { node("video\($0)") }
        // Of the nodes of a device the first keeps its id.
        var taken: [String: Int] = [:]
        for index in nodes.indices.sorted(by: { (nodes[$0].index, $0) < (nodes[$1].index, $1) }) {
            let id = nodes[index].id
            let earlier = taken[id, default: 0]
            if earlier > 0 { nodes[index].id = "\(id)#\(earlier)" }
            taken[id] = earlier + 1
        }
        return nodes
    }

    /// The node behind a path, which may be a link such as those of `/dev/v4l/by-id`.
    package func node(path: String) -> Node? {
        let real = realPath(path) ?? path
        guard real.hasPrefix(devices + "/") else { return nil }
        return nodes().first { $0.path == real }
    }

    /// Its id is the device's.
    private func node(_ name: String) -> Node? {
        guard let label = text("\(system)/\(name)/name") else { return nil }
        let index = text("\(system)/\(name)/index").flatMap { Int($0) } ?? 0
        let device = realPath("\(system)/\(name)/device")
        // The device of a USB camera is one of its interfaces, which lies within it.
        let parent = device.map { $0.split(separator: "/").dropLast().joined(separator: "/") }.map { "/" + $0 }
        let usb = parent.flatMap { parent -> (id: String, serial: String?)? in
            guard let vendor = text("\(parent)/idVendor"), let product = text("\(parent)/idProduct") else { return nil }
            let serial = text("\(parent)/serial").flatMap { $0.isEmpty ? nil : $0 }
            let place = parent.split(separator: "/").last.map { "@\($0)" } ?? ""
            return ("usb-\(vendor):\(product)" + (serial.map { "-\($0)" } ?? place), serial)
        }
        let place = device?.split(separator: "/").last.map(String.init) ?? name
        let id = usb?.id ?? "device-\(place)"
        return Node(
            path: "\(devices)/\(name)", name: label, id: id.withoutBlanks, serial: usb?.serial, index: index)
    }

    /// A line of the system's, at most 4096 bytes.
    private func text(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            guard count >= 0 else { return nil }
            let text = String(decoding: buffer[..<count], as: UTF8.self)
            return String(text.prefix { $0 != "\n" })
        }
    }

    private func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}

extension String {
    /// Serial numbers are anything: blanks and control characters would break a name on a command line.
    fileprivate var withoutBlanks: String {
        String(unicodeScalars.map { $0.properties.isWhitespace || $0.value < 0x20 ? "_" : Character($0) })
    }
}
