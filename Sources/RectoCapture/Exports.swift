// Sizes, points and views of the interface come with this module.
@_exported public import RectoCore
