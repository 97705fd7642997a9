public import CRecto
import RectoVision

@c @implementation
public func recto_page_info_init(_ info: UnsafeMutablePointer<recto_page_info>!) { info?.pointee = .empty }

@c @implementation
public func recto_fusion_init(_ fusion: UnsafeMutablePointer<recto_fusion>!) { fusion?.pointee = .empty }

@c @implementation
public func recto_pixels_init(_ pixels: UnsafeMutablePointer<recto_pixels>!) { pixels?.pointee = .empty }

@c @implementation
public func recto_detection_init(_ detection: UnsafeMutablePointer<recto_detection>!) { detection?.pointee = .empty }

@c @implementation
public func recto_observation_init(_ observation: UnsafeMutablePointer<recto_observation>!) {
    observation?.pointee = .empty
}

@c @implementation
public func recto_capture_init(_ capture: UnsafeMutablePointer<recto_capture>!) { capture?.pointee = .empty }

@c @implementation
public func recto_code_init(_ code: UnsafeMutablePointer<recto_code>!) { code?.pointee = .empty }

@c @implementation
public func recto_joined_payload_init(_ payload: UnsafeMutablePointer<recto_joined_payload>!) {
    payload?.pointee = .empty
}

@c @implementation
public func recto_recovery_init(_ recovery: UnsafeMutablePointer<recto_recovery>!) { recovery?.pointee = .empty }

@c @implementation
public func recto_anchor_picture_init(_ picture: UnsafeMutablePointer<recto_anchor_picture>!) {
    picture?.pointee = .empty
}

@c @implementation
public func recto_anchor_init(_ anchor: UnsafeMutablePointer<recto_anchor>!) { anchor?.pointee = .empty }

@c @implementation
public func recto_sighting_init(_ sighting: UnsafeMutablePointer<recto_sighting>!) { sighting?.pointee = .empty }

@c @implementation
public func recto_camera_init(_ camera: UnsafeMutablePointer<recto_camera>!) { camera?.pointee = .empty }

@c @implementation
public func recto_camera_format_init(_ format: UnsafeMutablePointer<recto_camera_format>!) {
    format?.pointee = .empty
}

@c @implementation
public func recto_camera_control_init(_ control: UnsafeMutablePointer<recto_camera_control>!) {
    control?.pointee = .empty
}

@c @implementation
public func recto_event_init(_ event: UnsafeMutablePointer<recto_event>!) { event?.pointee = .empty }
