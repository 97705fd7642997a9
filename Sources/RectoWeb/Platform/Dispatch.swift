/// A module has one thread.
public enum DispatchQueue {
    public static func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {
        for iteration in 0..<iterations { work(iteration) }
    }
}
