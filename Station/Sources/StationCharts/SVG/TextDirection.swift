enum TextDirection {
    /// Whether the text's first letter runs from right to left, as rule P2 of the Unicode bidirectional algorithm
    /// defines it. Text without letters runs from left to right.
    static func isRightToLeft(_ text: String) -> Bool {
        guard let letter = text.unicodeScalars.first(where: \.properties.isAlphabetic) else { return false }
        return [0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF].contains {
            $0.contains(letter.value)
        }
    }
}
