/// A stand-in without options: the flattening code would not fit into the module.
public enum Flattening: Sendable {
    case off
}
