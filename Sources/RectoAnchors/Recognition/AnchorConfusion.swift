public import RectoCore

/// An anchor that is recognised in the picture of another one: programs cannot tell the two apart.
public struct AnchorConfusion: Hashable, Sendable {
    /// The anchor whose picture it was.
    public let shown: Anchor
    /// The anchor that was found in it.
    public let found: Anchor
    /// Patches that agree, of those that could.
    public let inliers, visible: Int

    /// Looks for all anchors of a database in the pictures of all of them.
    public static func all(in database: AnchorDatabase) throws(ParameterError) -> [AnchorConfusion] {
        var parameters = AnchorMatcher.Parameters()
        parameters.limit = 1000
        parameters.reportsOverlapping = true
        var matcher = try AnchorMatcher(database, parameters)
        var confusions: [AnchorConfusion] = []
        for (index, model) in database.models.enumerated() {
            for match in matcher.match(model.picture) where match.index != index {
                confusions.append(
                    AnchorConfusion(
                        shown: model.anchor, found: match.anchor, inliers: match.inliers, visible: match.visible))
            }
        }
        return confusions
    }
}
