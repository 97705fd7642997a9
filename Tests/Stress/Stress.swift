import Glibc

/// Shows a video to a scanner until the given number of frames has been processed, and reports growth:
///
///     swift run -c release Stress [frames] [seed]
@main
enum Stress {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
        let film = try StressFilm(seed: arguments.dropFirst().first ?? 1_000_000)
        let growth = try StressRun.growth(film, frames: Int(arguments.first ?? 100_000))
        let kilobytes = (growth.after.memory - growth.before.memory) / 1024
        print(
            "\(growth.frames) frames, \(growth.captures) pages taken, memory \(growth.before.memory / 1024) kB, then",
            "\(kilobytes) kB more, descriptors \(growth.before.descriptors), then \(growth.after.descriptors)")
        if !growth.isNone { exit(1) }
    }
}
