/// Endless plausible text from a built-in vocabulary.
struct WordSource {
    private var generator: SeededGenerator
    private let vocabulary: PageLanguage.Vocabulary

    init(_ generator: SeededGenerator, _ language: PageLanguage = .english) {
        self.generator = generator
        vocabulary = language.vocabulary
    }

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

    mutating func noun() -> String { generator.pick(vocabulary.nouns) }
    mutating func adjective() -> String { generator.pick(vocabulary.adjectives) }
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

    /// Some words without a full stop, the first capitalized.
    mutating func title() -> String {
        switch generator.integer(0...3) {
        case 0: return capitalized("\(adjective()) \(noun())")
        case 1: return "The \(adjective()) \(noun())"
        case 2: return "\(capitalized(noun())) and \(noun())"
        default: return "\(capitalized(noun())) of the \(adjective()) \(noun())"
        }
    }

    mutating func sentence() -> String {
        let (the, a, and) = (vocabulary.the, vocabulary.a, vocabulary.and)
        var words = "\(the) \(phrase()) \(generator.pick(vocabulary.verbs)) \(the) \(phrase())"
        if generator.chance(0.55) { words += " \(generator.pick(vocabulary.links)) \(the) \(phrase())" }
        if generator.chance(0.3) {
            words += ", \(and) \(the) \(phrase()) \(generator.pick(vocabulary.verbs)) \(a) \(noun())"
        }
        if generator.chance(0.12) { words += " (\(vocabulary.seePage) \(generator.integer(2...240)))" }
        if generator.chance(0.25) { return "\(generator.pick(vocabulary.openers)) \(noun()), \(words)." }
        return capitalized(words) + "."
    }

    mutating func paragraph(sentences: Int) -> String {
        (0..<sentences).map { _ in sentence() }.joined(separator: " ")
    }

    private mutating func phrase() -> String { generator.chance(0.5) ? "\(adjective()) \(noun())" : noun() }

    private func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
