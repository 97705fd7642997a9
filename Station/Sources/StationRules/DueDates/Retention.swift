/// Documents past their retention period. The station proposes to destroy them, and never does so automatically.
public enum Retention {
    /// The maximum number of documents proposed at once.
    public static let maximum = 100

    public static var title: String { localized("Retention") }
    public static var path: String { "\(Place.home.path)/retention" }

    public static var explanation: String {
        localized(
            "These documents had to be kept until a day that is over. Choose those that you want to move to the trash.")
    }

    /// The text above a list with more documents.
    public static func more(_ count: Int) -> String {
        localized("\(count) more appear when you have decided on these.")
    }

    /// The text on the overview.
    public static func proposal(_ count: Int) -> String {
        count == 1
            ? localized("One document need not be kept any longer.")
            : localized("\(count) documents need not be kept any longer.")
    }

    public static func kept(until day: String) -> String { localized("Kept until \(day)") }

    public static var nothingChosen: String { localized("Choose documents first.") }

    public static var empty: IllustratedMessage {
        .empty(
            .done, title: localized("Nothing to decide"),
            description: localized("No document is past its “Keep Until” date. Set it in a document’s form."))
    }
}
