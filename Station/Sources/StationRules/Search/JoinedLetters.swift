/// Letters that stand for two others. A search finds words in either spelling, such as Größe and Grösse.
public enum JoinedLetters {
    private static let pairs: [(joined: Character, letters: [Character])] = [
        ("ß", ["s", "s"]), ("æ", ["a", "e"]), ("œ", ["o", "e"]),
    ]
    /// The most spellings of a word. Words with more pairs of such letters are rare.
    private static let maximumSpellings = 8

    /// Returns a text in lower case without joined letters.
    public static func separated(_ text: String) -> String {
        let text = text.lowercased()
        return String(text.flatMap { letter in pairs.first { $0.joined == letter }?.letters ?? [letter] })
    }

    /// Returns the spellings of a text, in lower case, the one without joined letters first.
    /// - Parameter isBeginning: Whether the rest of a word may follow, so that a last s may be half of an ß.
    public static func spellings(of text: String, isBeginning: Bool) -> [String] {
        let letters = Array(separated(text))
        var spellings: [[Character]] = [[]]
        var index = 0
        while index < letters.count {
            let rest = letters[index...]
            guard let pair = pairs.first(where: { rest.starts(with: $0.letters) }),
                2 * spellings.count <= maximumSpellings
            else {
                for place in spellings.indices { spellings[place].append(letters[index]) }
                index += 1
                continue
            }
            spellings = spellings.map { $0 + pair.letters } + spellings.map { $0 + [pair.joined] }
            index += pair.letters.count
        }
        if isBeginning, letters.last == "s" {
            spellings += spellings.filter { $0.last == "s" }.map { $0.dropLast() + ["ß"] }
        }
        return spellings.map { String($0) }
    }
}
