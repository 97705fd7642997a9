// The modules of this one's interface come with it, and codes, which cameras are shown beside pages: `import Recto` is enough to
// capture, scan, read codes and write documents.
@_exported public import RectoBarcode
@_exported public import RectoCapture
@_exported public import RectoCodecs
@_exported public import RectoCore
@_exported public import RectoVision
