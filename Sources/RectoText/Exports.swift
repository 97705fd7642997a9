// Pages and pictures, which texts are read from, come with this module.
@_exported public import Recto
