/// What is told while something loads.
public enum FeedbackMessages {
    public static let activity = "Network activity"
    public static let pictures = "Loading pictures"
    public static let older = "Loading older documents"
    public static let olderFailed = "Older documents were not loaded."
    public static let camera = "Starting the camera"
    public static let updating = "Updating the scan"
    public static let measuring = "Measuring the picture"
    /// The station gave no answer, or none that can be read.
    public static let noAnswer = "The station did not answer. Check the connection, then try again."

    /// After ``LoadingTime/late``.
    public static let late = "This takes longer than it should."
    public static let reload = "Reload"

    /// With `{n}` in the place of the number.
    public static let pictureFailed = "{n} picture was not loaded."
    public static let picturesFailed = "{n} pictures were not loaded."
    public static let tryAgain = "Try Again"
}
