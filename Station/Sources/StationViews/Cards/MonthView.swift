public import StationRules

/// The body of a calendar card: a month with its busy days marked, and a summary of today.
public struct MonthView: View {
    struct Week: Sendable {
        let days: [Day]
    }

    struct Day: Sendable {
        let number: Int?
        let text: String
        let isMarked: Bool
        let isToday: Bool
    }

    let title: String
    let weekdays: [String]
    let weeks: [Week]
    let today: String?
    let empty: String?

    /// - Parameters:
    ///   - counted: Returns the text for a number of events: "3 documents".
    ///   - empty: The message for a month without events.
    public init(_ month: CalendarMonth, counted: (Int) -> String, empty: IllustratedMessage) {
        title = month.title
        weekdays = month.weekdays
        weeks = month.weeks.map { week in
            Week(
                days: week.map { day in
                    guard let day else { return Day(number: nil, text: "", isMarked: false, isToday: false) }
                    let text = day.count > 0 ? "\(day.text): \(counted(day.count))" : day.text
                    return Day(number: day.number, text: text, isMarked: day.count > 0, isToday: day.isToday)
                })
        }
        today = month.todaysHours.map { localized("Today, \($0): \(counted(month.todaysCount))") }
        self.empty =
            month.count > 0 ? nil : IllustratedMessageView(empty, size: CardSize.twoByThree.messageSize).html
    }

    public static let template = """
        {{#empty}}{{{empty}}}{{/empty}}{{^empty}}<table class="month"><caption>{{title}}</caption><thead><tr>{{#weekdays}}<th scope="col">{{.}}</th>{{/weekdays}}</tr></thead><tbody>{{#weeks}}<tr>{{#days}}<td{{#isToday}} aria-current="date"{{/isToday}}>{{#number}}<span class="day{{#isMarked}} marked{{/isMarked}}{{#isToday}} today{{/isToday}}"><span aria-hidden="true">{{number}}</span><span class="hidden">{{text}}</span></span>{{/number}}</td>{{/days}}</tr>{{/weeks}}</tbody></table>{{#today}}<p class="month-today">{{today}}</p>{{/today}}{{/empty}}
        """
}
