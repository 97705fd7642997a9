/// Short texts about what went wrong at the camera.
public enum StationMessages {
    /// - Parameter reason: What failed, for those who can do something about it.
    public static func notStored(_ reason: String) -> String { "The scan was not stored: \(reason)" }
}
