/// Symbols with one finder are not read in browsers: their tables and fits would make the module much larger.
extension QRDecodePipeline {
    func readSmall(_ field: LumaField) {}
}

final class SmallFitter {}

struct SmallDecoder {}
