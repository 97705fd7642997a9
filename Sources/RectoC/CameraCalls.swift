public import CRecto
import RectoCapture

/// The object behind `recto_cameras`.
final class CamerasHandle: Handle {
    static let name: StaticString = "cameras"

    /// A camera and its texts at stable addresses.
    final class Camera {
        let description: CameraDescription
        let formats: [(code: String, size: CameraDescription.Size)]
        private let path, name, id, driver: LastingText
        private let serial: LastingText?
        private let controlNames: [LastingText]

        init(_ description: CameraDescription) {
            self.description = description
            formats = description.formats.flatMap { format in
                format.sizes.map { ("\(format.fourcc)", $0) }
            }
            let info = description.info
            (path, name, id) = (LastingText(info.path), LastingText(info.name), LastingText(info.id))
            (driver, serial) = (LastingText(info.driver), info.serial.map { LastingText($0) })
            controlNames = description.controls.map { LastingText($0.name) }
        }

        var inC: recto_camera {
            var camera = recto_camera.empty
            (camera.path, camera.name, camera.id) = (path.pointer, name.pointer, id.pointer)
            (camera.serial, camera.driver) = (serial?.pointer, driver.pointer)
            (camera.formats, camera.controls) = (formats.count, description.controls.count)
            return camera
        }

        func format(_ index: Int) throws(CallFailure) -> recto_camera_format {
            try check(index, formats.count, "format_index")
            let (code, size) = formats[index]
            var format = recto_camera_format.empty
            withUnsafeMutableBytes(of: &format.code) { room in
                for (place, byte) in code.utf8.prefix(room.count - 1).enumerated() { room[place] = byte }
            }
            format.minimum_width = UInt32(clamping: size.width.lowerBound)
            format.maximum_width = UInt32(clamping: size.width.upperBound)
            format.minimum_height = UInt32(clamping: size.height.lowerBound)
            format.maximum_height = UInt32(clamping: size.height.upperBound)
            format.maximum_rate = size.rates.map(\.upperBound).max() ?? 0
            return format
        }

        func control(_ index: Int) throws(CallFailure) -> recto_camera_control {
            try check(index, controlNames.count, "control_index")
            let known = description.controls[index]
            var control = recto_camera_control.empty
            control.name = controlNames[index].pointer
            (control.minimum, control.maximum) = (Int64(known.range.lowerBound), Int64(known.range.upperBound))
            (control.step, control.usual) = (Int64(known.step), Int64(known.standard))
            if let value = known.value { (control.has_value, control.value) = (1, Int64(value)) }
            control.is_read_only = known.isReadOnly ? 1 : 0
            return control
        }
    }

    let cameras: [Camera]

    init(_ cameras: [CameraDescription]) { self.cameras = cameras.map { Camera($0) } }

    func camera(_ index: Int) throws(CallFailure) -> Camera {
        try check(index, cameras.count, "index")
        return cameras[index]
    }
}

private func check(_ index: Int, _ count: Int, _ name: StaticString) throws(CallFailure) {
    guard 0..<count ~= index else { throw .invalid("\(name) is \(index), required: below \(count)") }
}

@c @implementation
public func recto_cameras_list(_ cameras: UnsafeMutablePointer<OpaquePointer?>!) -> recto_status {
    call(on: "the cameras") {
        let cameras = try required(cameras, "cameras")
        cameras.pointee = CamerasHandle(CameraDescription.all().cameras).retained()
    }
}

@c @implementation
public func recto_cameras_count(_ cameras: OpaquePointer!, _ count: UnsafeMutablePointer<Int>!) -> recto_status {
    call { try required(count, "count").pointee = try CamerasHandle.at(cameras).cameras.count }
}

@c @implementation
public func recto_cameras_get(
    _ cameras: OpaquePointer!, _ index: Int, _ camera: UnsafeMutablePointer<recto_camera>!
) -> recto_status {
    call { try fill(camera, "camera", with: try CamerasHandle.at(cameras).camera(index).inC) }
}

@c @implementation
public func recto_cameras_get_format(
    _ cameras: OpaquePointer!, _ index: Int, _ formatIndex: Int,
    _ format: UnsafeMutablePointer<recto_camera_format>!
) -> recto_status {
    call { try fill(format, "format", with: try CamerasHandle.at(cameras).camera(index).format(formatIndex)) }
}

@c @implementation
public func recto_cameras_get_control(
    _ cameras: OpaquePointer!, _ index: Int, _ controlIndex: Int,
    _ control: UnsafeMutablePointer<recto_camera_control>!
) -> recto_status {
    call { try fill(control, "control", with: try CamerasHandle.at(cameras).camera(index).control(controlIndex)) }
}

@c @implementation
public func recto_cameras_free(_ cameras: OpaquePointer!) { CamerasHandle.release(cameras) }

/// Changes a camera given by the caller.
private func change(
    _ camera: UnsafePointer<CChar>?, _ body: (CameraName) throws -> Bool, lacks what: (CameraName) throws -> String
) -> recto_status {
    let subject = camera.flatMap { String(validatingCString: $0) } ?? "camera"
    return call(on: subject) {
        let name = CameraName(try filePath(camera, "camera"))
        do {
            guard try body(name) else { throw CallFailure.invalid("\(name) has no \(try what(name))") }
        } catch let fault as DeviceFault {
            throw CallFailure(RECTO_UNREADABLE, "\(name) cannot be changed: \(fault)")
        }
    }
}

@c @implementation
public func recto_camera_set_control(
    _ camera: UnsafePointer<CChar>!, _ control: UnsafePointer<CChar>!, _ value: Int64
) -> recto_status {
    change(camera) {
        try CameraControl.set(try text(control, "control"), to: Int(value), of: $0)
    } lacks: { _ in
        "control \(try text(control, "control"))"
    }
}

@c @implementation
public func recto_camera_set_light(_ camera: UnsafePointer<CChar>!, _ isOn: Int32) -> recto_status {
    change(camera) {
        try CameraLight.turn(isOn != 0, of: $0)
    } lacks: { _ in
        "light"
    }
}
