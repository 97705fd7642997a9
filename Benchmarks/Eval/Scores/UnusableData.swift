/// A folder that cannot be scored, and why.
package struct UnusableData: Error, CustomStringConvertible {
    package var path: String
    /// The end of a sentence that starts with the path.
    package var reason: String

    package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }

    package var description: String { "\(path) \(reason)" }
}
