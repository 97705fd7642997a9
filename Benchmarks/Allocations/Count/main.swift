import CAllocations
import Cases

// Counts each stage's allocations in a run with warm scratch memory: after two runs.
let filter = CommandLine.arguments.dropFirst().first.flatMap { try? Regex($0) }
for measured in StageCase.all {
    let name = "\(measured.operation)/\(measured.size)"
    if let filter, name.firstMatch(of: filter) == nil { continue }
    let run = try measured.prepare()
    try run()
    try run()
    let before = recto_allocations()
    try run()
    let count = recto_allocations() - before
    print(name, count)
}
