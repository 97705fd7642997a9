/// Endless plausible English from a built-in vocabulary.
struct WordSource {
    private var generator: SeededGenerator

    init(_ generator: SeededGenerator) { self.generator = generator }

    private static let nouns = split(
        """
        river garden window letter market station bridge harbour meadow kitchen lantern bottle ladder pencil summer \
        winter morning evening village school teacher doctor sailor painter farmer engine wheel valley mountain forest \
        island captain library museum theatre paper candle mirror basket blanket chimney corner cottage cellar orchard \
        parcel picture railway ribbon saddle shelter shoulder silver stable stocking street supper tower travel tunnel \
        voyage weather whistle wonder account budget building chapter charter company contract council course decision \
        delivery department design district drawing edition effort engineer entrance estimate event example exhibition \
        expense figure machine manager material measure meeting member method minute model number office order owner \
        package payment period permit person plan platform policy problem process product programme project proposal \
        purpose quality quantity question reader reason receipt record region report request result review sample \
        schedule season section service signal skill source student subject supply surface survey system table theory \
        ticket trade training value version visitor volume water worker workshop
        """)
    private static let adjectives = split(
        """
        quiet bright narrow ancient modern careful gentle heavy early late local common public private simple steady \
        broad clear coastal current different direct double eastern entire equal exact familiar famous final firm \
        formal fresh general golden grand green happy hidden honest hollow important large little long lower main \
        minor natural northern open ordinary patient plain pleasant possible practical proper rapid recent regular \
        remote rough second separate serious several sharp short silent small smooth southern special strong sudden \
        suitable tall technical thorough typical unusual upper useful usual warm western whole wide wooden yearly young
        """)
    private static let verbs = split(
        """
        opens follows carries reaches covers crosses gathers holds joins keeps leaves marks meets moves needs offers \
        passes plans prepares protects proves raises receives records repairs replaces returns serves shapes shares \
        shows signs stores supports surrounds takes tests touches turns visits watches describes explains improves \
        measures connects completes checks brings accepts announces requires considers
        """)
    private static let links = split(
        "near behind beside above below across under towards within beyond against around between before after")
    private static let openers = [
        "In the", "After the", "Before the", "With the", "Beside the", "During the", "Despite the", "For the",
    ]
    private static let firstNames = split(
        """
        Anna Peter Clara James Helen Thomas Maria David Laura Simon Julia Martin Emma Oscar Nora Victor Alice Henry \
        Sofia Daniel Ruth George Irene Paul Edith Robert Agnes Walter
        """)
    private static let lastNames = split(
        """
        Miller Carter Hughes Turner Baker Fisher Weaver Mason Cooper Walker Harris Bennett Foster Marshall Palmer Reed \
        Shepherd Spencer Porter Brooks Lane Hill Wood Stone Field Rivers
        """)
    private static let towns = split(
        "Ashford Millbrook Weston Kingsbury Harbourton Oakfield Riverside Brookdale Fairview Greenwood Eastleigh Norwood"
    )
    private static let streets = [
        "Station Road", "Mill Lane", "Church Street", "Garden Row", "Harbour Street", "Park Avenue", "Bridge Street",
        "Orchard Way", "Market Square", "Hill Road",
    ]
    private static let goods = [
        "Apples", "Bread roll", "Coffee beans", "Notebook A5", "Olive oil", "Paper clips", "Green tea", "Tomatoes",
        "Butter", "Candles", "Light bulb", "Pencils HB", "Orange juice", "Soap bar", "Envelopes", "Rice 1kg",
        "Honey jar", "Batteries AA", "Cheese", "Milk 1l", "Washers M6", "Cable 2m", "Glue stick", "Labour hours",
        "Delivery", "Oak shelf", "Brackets", "Ink black",
    ]

    private static func split(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    mutating func noun() -> String { generator.pick(Self.nouns) }
    mutating func adjective() -> String { generator.pick(Self.adjectives) }
    mutating func town() -> String { generator.pick(Self.towns) }
    mutating func item() -> String { generator.pick(Self.goods) }

    mutating func person() -> String { "\(generator.pick(Self.firstNames)) \(generator.pick(Self.lastNames))" }

    mutating func company() -> String {
        let name = generator.chance(0.5) ? generator.pick(Self.lastNames) : capitalized(noun())
        let second = generator.pick(["& Sons", "Works", "Trading", "Supplies", "Studio", "Partners", "Press", "Stores"])
        return "\(name) \(second)"
    }

    mutating func street() -> String { "\(generator.integer(1...180)) \(generator.pick(Self.streets))" }

    mutating func postcode() -> String { String(generator.integer(10_000...99_999)) }

    mutating func date() -> String {
        let month = generator.pick(
            split12("January February March April May June July August September October November December"))
        return "\(generator.integer(1...28)) \(month) \(generator.integer(1998...2026))"
    }

    private func split12(_ text: String) -> [String] { Self.split(text) }

    mutating func telephone() -> String {
        "0\(generator.integer(20...99)) \(generator.integer(100...999)) \(generator.integer(1000...9999))"
    }

    /// An amount of money such as 12.50.
    mutating func amount(_ range: ClosedRange<Int>) -> (cents: Int, text: String) {
        let cents = generator.integer(range)
        return (cents, Self.money(cents))
    }

    static func money(_ cents: Int) -> String {
        let rest = cents % 100
        return "\(cents / 100).\(rest < 10 ? "0" : "")\(rest)"
    }

    /// A few words without a full stop, the first with a capital.
    mutating func title() -> String {
        switch generator.integer(0...3) {
        case 0: return capitalized("\(adjective()) \(noun())")
        case 1: return "The \(adjective()) \(noun())"
        case 2: return "\(capitalized(noun())) and \(noun())"
        default: return "\(capitalized(noun())) of the \(adjective()) \(noun())"
        }
    }

    mutating func sentence() -> String {
        var words = "the \(phrase()) \(generator.pick(Self.verbs)) the \(phrase())"
        if generator.chance(0.55) { words += " \(generator.pick(Self.links)) the \(phrase())" }
        if generator.chance(0.3) { words += ", and the \(phrase()) \(generator.pick(Self.verbs)) a \(noun())" }
        if generator.chance(0.12) { words += " (see page \(generator.integer(2...240)))" }
        if generator.chance(0.25) { return "\(generator.pick(Self.openers)) \(noun()), \(words)." }
        return capitalized(words) + "."
    }

    mutating func paragraph(sentences: Int) -> String {
        (0..<sentences).map { _ in sentence() }.joined(separator: " ")
    }

    private mutating func phrase() -> String { generator.chance(0.5) ? "\(adjective()) \(noun())" : noun() }

    private func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
