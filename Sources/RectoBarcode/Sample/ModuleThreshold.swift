/// How modules are told light from dark.
enum ModuleThreshold: CaseIterable {
    /// The plane through the levels midway between the finders' dark and light modules.
    case plane
    /// The mean of 9 × 9 modules.
    case mean9
    /// Midway between the extremes of 7 × 7 modules.
    case middle7
    /// A tenth of each neighbour taken out, then midway between the extremes of 5 × 5 modules.
    case softMiddle5
    /// The level that parts the modules best (Otsu 1979).
    case otsu
    /// 16 % of each neighbour taken out, then midway between the extremes of 9 × 9 modules.
    case softMiddle9

    /// What nearly all symbols are read by, in order.
    static let usual: [ModuleThreshold] = [.plane, .mean9, .middle7]
    /// What blurred ones need.
    static let late: [ModuleThreshold] = [.softMiddle5, .otsu, .softMiddle9]
}
