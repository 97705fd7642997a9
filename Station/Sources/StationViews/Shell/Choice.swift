/// One of several things of which one is chosen, as a button of its own.
struct Choice: Sendable {
    let name: String
    let label: String
    let isChosen: Bool
}
