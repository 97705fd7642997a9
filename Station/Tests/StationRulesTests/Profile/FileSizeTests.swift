import StationRules
import Testing

@Suite struct FileSizeTests {
    @Test(
        "Sizes have three digits at most",
        arguments: [
            (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (9949, "9.9 kB"), (9950, "10 kB"),
            (999_449, "999 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"), (3_412_000, "3.4 MB"),
            (12_000_000_000, "12 GB"),
        ])
    func sizesHaveThreeDigitsAtMost(bytes: Int, expected: String) { #expect("\(FileSize(bytes: bytes))" == expected) }
}
