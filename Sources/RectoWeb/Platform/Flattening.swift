/// What makes bent pages flat would not fit into the module for browsers: nothing in it can ask for that.
public enum Flattening: Sendable {
    case off
}
