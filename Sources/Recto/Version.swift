/// The version of the library and its programs (semantic versioning).
public enum RectoVersion {
    public static let current = "0.2.0"
}
