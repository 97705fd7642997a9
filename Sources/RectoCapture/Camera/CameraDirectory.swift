import FoundationEssentials
import Glibc

/// The video nodes of this machine as described in sysfs. None of them is opened.
package struct CameraDirectory: Sendable {
    /// A node that may be a camera.
    package struct Node: Hashable, Sendable {
        package var path: String
        package var name: String
        package var id: String
        package var serial: String?
        /// The index of the node within its device.
        package var index: Int
    }

    /// The folder in which the system describes its video nodes, followed by the folder of the nodes themselves.
    package var system = "/sys/class/video4linux"
    package var devices = "/dev"

    package init() {}

    /// Returns the nodes in numerical order.
    package func nodes() -> [Node] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: system)) ?? []
        let numbers = names.compactMap { name in name.hasPrefix("video") ? Int(name.dropFirst(5)) : nil }.sorted()
        var nodes = numbers.compactMap { node("video\($0)") }
        // The first node of a device gets its ID unchanged.
        var taken: [String: Int] = [:]
        for index in nodes.indices.sorted(by: { (nodes[$0].index, $0) < (nodes[$1].index, $1) }) {
            let id = nodes[index].id
            let earlier = taken[id, default: 0]
            if earlier > 0 { nodes[index].id = "\(id)#\(earlier)" }
            taken[id] = earlier + 1
        }
        return nodes
    }

    /// Returns the node at a path, which may be a link such as those in `/dev/v4l/by-id`.
    package func node(path: String) -> Node? {
        let real = realPath(path) ?? path
        guard real.hasPrefix(devices + "/") else { return nil }
        return nodes().first { $0.path == real }
    }

    /// Returns a node with the ID of its device.
    private func node(_ name: String) -> Node? {
        guard let label = text("\(system)/\(name)/name") else { return nil }
        let index = text("\(system)/\(name)/index").flatMap { Int($0) } ?? 0
        let device = realPath("\(system)/\(name)/device")
        // A USB camera's node belongs to an interface, which is inside the device's folder.
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

    /// Returns a line from a system file, at most 4096 bytes long.
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
    /// Serial numbers may contain blanks and control characters, which would break a name on a command line.
    fileprivate var withoutBlanks: String {
        String(unicodeScalars.map { $0.properties.isWhitespace || $0.value < 0x20 ? "_" : Character($0) })
    }
}
