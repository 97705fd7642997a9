import FoundationEssentials
import Glibc

/// The processors of this machine.
enum Processors {
    /// The number of processors that this process may use, at least 1: those that it is not kept from by its affinity or by a
    /// limit of its control group, such as a container's.
    static var available: Int {
        let limit = controlGroupLimit(group: text("/proc/self/cgroup"), text)
        let allowed = allowed(status: text("/proc/self/status")) ?? Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        return max(1, min(allowed, limit.map { Int($0.rounded(.up)) } ?? .max))
    }

    /// Returns the number of processors in the process's affinity.
    /// - Parameter status: The content of `/proc/self/status`, with a line such as `Cpus_allowed_list: 0-3,8`.
    static func allowed(status: String?) -> Int? {
        let name = "Cpus_allowed_list:"
        guard let line = status?.split(separator: "\n").first(where: { $0.hasPrefix(name) }) else { return nil }
        let ranges = line.dropFirst(name.count).split(separator: ",").compactMap { range -> Int? in
            let ends = range.split { !$0.isWholeNumber }.compactMap { Int($0) }
            return ends.first.flatMap { first in ends.last.map { $0 - first + 1 } }
        }
        return ranges.isEmpty ? nil : ranges.reduce(0, +)
    }

    /// Returns the smallest limit of the process's control group (version 2) and the groups that contain it, in processors;
    /// `nil` without a limit.
    /// - Parameters:
    ///   - group: The content of `/proc/self/cgroup`.
    ///   - read: Returns the content of a file.
    static func controlGroupLimit(group: String?, _ read: (String) -> String?) -> Double? {
        guard let line = group?.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else { return nil }
        var names = line.dropFirst("0::".count).split(separator: "/")
        var limits: [Double] = []
        while true {
            let folder = (["/sys/fs/cgroup"] + names.map(String.init)).joined(separator: "/")
            let values = (read(folder + "/cpu.max") ?? "").split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
            if values.count == 2, values.allSatisfy({ $0 > 0 }) { limits.append(values[0] / values[1]) }
            guard !names.isEmpty else { return limits.min() }
            names.removeLast()
        }
    }

    private static func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}
