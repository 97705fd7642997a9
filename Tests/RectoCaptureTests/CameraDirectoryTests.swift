import Foundation
import Synchronization
import TestSupport
import Testing

import RectoCapture

/// Stable names of cameras from the system's files.
@Suite struct CameraDirectoryTests {
    private let folder: TemporaryFolder
    private var directory = CameraDirectory()

    init() throws {
        folder = try TemporaryFolder()
        // The system's paths contain no links.
        let real = folder.url.resolvingSymlinksInPath().path
        directory.system = real + "/class"
        directory.devices = real + "/dev"
        for path in ["class", "dev", "devices/usb1/1-2/1-2:1.0", "devices/usb1/1-4/1-4:1.0", "devices/vivid.0"] {
            try FileManager.default.createDirectory(atPath: folder.path(path), withIntermediateDirectories: true)
        }
        try put("devices/usb1/1-2/idVendor", "046d")
        try put("devices/usb1/1-2/idProduct", "0825")
        try put("devices/usb1/1-2/serial", "SN 7")
        try put("devices/usb1/1-4/idVendor", "0bda")
        try put("devices/usb1/1-4/idProduct", "58b0")
        try plug("video10", name: "Stand", index: 0, device: "usb1/1-2/1-2:1.0")
        try plug("video2", name: "Stand", index: 1, device: "usb1/1-2/1-2:1.0")
        try plug("video3", name: "Lid", index: 0, device: "usb1/1-4/1-4:1.0")
        try plug("video4", name: "vivid", index: 0, device: "vivid.0")
    }

    private func put(_ path: String, _ text: String) throws {
        try Data((text + "\n").utf8).write(to: URL(filePath: folder.path(path)))
    }

    private func plug(_ node: String, name: String, index: Int, device: String) throws {
        try FileManager.default.createDirectory(atPath: folder.path("class/\(node)"), withIntermediateDirectories: true)
        try put("class/\(node)/name", name)
        try put("class/\(node)/index", "\(index)")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("class/\(node)/device"), withDestinationPath: folder.path("devices/\(device)"))
        try put("dev/\(node)", "")
    }

    @Test func nodesHaveNamesThatStay() {
        #expect(
            directory.nodes().map(\.path).map { URL(filePath: $0).lastPathComponent } == [
                "video2", "video3", "video4", "video10",
            ])
        #expect(
            directory.nodes().map(\.id) == [
                "usb-046d:0825-SN_7#1", "usb-0bda:58b0@1-4", "device-vivid.0", "usb-046d:0825-SN_7",
            ])
        #expect(directory.nodes().map(\.serial) == ["SN 7", nil, nil, "SN 7"])
    }

    @Test func camerasAreFoundByEachOfTheirNames() throws {
        func names(_ camera: CameraName, lastID: String? = nil) -> [String] {
            camera.paths(in: directory, lastID: lastID).map { URL(filePath: $0).lastPathComponent }
        }
        #expect(names(CameraName("usb-046d:0825-SN_7")) == ["video10"])
        #expect(names(CameraName("serial:SN 7")) == ["video2", "video10"])
        #expect(names(CameraName("usb-none")) == [])
        let path = CameraName(directory.devices + "/video3")
        #expect(names(path) == ["video3"])
        // It came back as another node, and another camera has its old one.
        #expect(names(path, lastID: "usb-046d:0825-SN_7") == ["video10"])
        #expect(names(path, lastID: "usb-0bda:0000@1-9") == [])
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("dev/by-id"), withDestinationPath: directory.devices + "/video10")
        #expect(directory.node(path: directory.devices + "/by-id")?.id == "usb-046d:0825-SN_7")
    }

    @Test func aMachineWithoutCamerasHasNone() {
        var nowhere = directory
        nowhere.system = "/nowhere"
        #expect(nowhere.nodes().isEmpty)
        let found = CameraDescription.all(in: nowhere) { _ throws(DeviceFault) in throw DeviceFault("open", code: 2) }
        #expect(found.cameras.isEmpty && found.refused.isEmpty)
    }

    @Test func descriptionsLeaveOutOtherNodes() throws {
        let camera = FakeCamera()
        let metadata = FakeCamera { $0.isCamera = false }
        let found = CameraDescription.all(in: directory) { path throws(DeviceFault) in
            if path.hasSuffix("video3") { throw DeviceFault("open", code: 13) }
            return try (path.hasSuffix("video10") ? camera : metadata).open()
        }
        #expect(found.cameras.map(\.info.id) == ["usb-046d:0825-SN_7"])
        #expect(found.cameras.first?.proposal == "YUYV 64 x 48 at 30.0 frames/s")
        #expect(found.refused.count == 1)
        #expect(camera.count.withLock { $0.opened == $0.closed })
    }
}
