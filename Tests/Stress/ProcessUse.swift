import Glibc

/// System resources of this process.
public struct ProcessUse: Sendable {
    /// Private memory in bytes.
    public let memory: Int
    public let descriptors: Int

    /// The current use.
    public init() {
        memory = Self.residentPages() * Int(getpagesize())
        var count = 0
        if let folder = opendir("/proc/self/fd") {
            while readdir(folder) != nil { count += 1 }
            closedir(folder)
        }
        descriptors = count
    }

    /// The second number of `statm`, minus the pages shared with files.
    private static func residentPages() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [UInt8](repeating: 0, count: 256)
        let count = fread(&line, 1, line.count, file)
        let numbers = String(decoding: line[..<count], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
        return numbers.count > 2 ? numbers[1] - numbers[2] : 0
    }
}
