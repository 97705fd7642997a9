// Symbols are drawn by a module of their own, since generated pictures have them too.
@_exported public import RectoSymbols
