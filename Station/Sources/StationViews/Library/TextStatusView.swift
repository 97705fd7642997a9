public import StationRules

/// The reading progress of a document or page. It is updated automatically: see `web/patterns/library/reading.js`.
public struct TextStatusView: View {
    let text: String?
    /// Whether pages are pending, so that it will change.
    let isWaiting: Bool
    /// The document whose pages could not be read, or wait for other work.
    let asks: String?
    let at: String
    let label: String

    /// Creates the status of a document.
    /// - Parameters:
    ///   - readings: The reading state of its pages; empty if text is not recognized.
    ///   - path: The path of the screen.
    public init(_ readings: [PageReading], _ state: ReadingMachine.State, path: String) {
        text = readings.isEmpty ? nil : TextMessages.status(readings, state)
        isWaiting = readings.contains { $0.state == .waiting }
        let isPaused = isWaiting && state.isPaused
        asks = isPaused || readings.contains { $0.state == .aside } ? path : nil
        label = isPaused ? TextMessages.now : TextMessages.again
        at = path
    }

    /// Creates the status of a page.
    /// - Parameters:
    ///   - document: The path of its document.
    ///   - path: The path of the screen.
    public init(page reading: PageReading, _ state: ReadingMachine.State, document: String, path: String) {
        text = state == .off ? nil : TextMessages.status(reading, state)
        isWaiting = state != .off && reading.state == .waiting
        let isPaused = isWaiting && state.isPaused
        asks = isPaused || reading.state == .aside && state != .off ? document : nil
        label = isPaused ? TextMessages.now : TextMessages.again
        at = path
    }

    public static let template = """
        <div id="reading" class="reading subhead" data-part role="status"{{#isWaiting}} data-waiting{{/isWaiting}}>{{#text}}<p>{{text}}</p>{{/text}}{{#asks}}<form data-swaps method="post" action="{{asks}}/read"><input type="hidden" name="at" value="{{at}}"><button class="button">{{label}}</button></form>{{/asks}}</div>
        """
}
