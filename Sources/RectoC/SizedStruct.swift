import CRecto

/// A struct of the C interface that starts with the size that the caller was compiled with.
protocol SizedStruct {
    var struct_size: Int { get set }
    /// The struct's size in the first library version that has it, so that old programs can use later versions.
    static var firstSize: Int { get }
    init()
}

extension recto_frame: SizedStruct {}
extension recto_render_options: SizedStruct {}
extension recto_page_info: SizedStruct {}
extension recto_pixels: SizedStruct {}
extension recto_detection: SizedStruct {}
extension recto_scanner_options: SizedStruct {}
extension recto_observation: SizedStruct {}
extension recto_capture: SizedStruct {}
extension recto_code_reader_options: SizedStruct {}
extension recto_code: SizedStruct {}

extension SizedStruct {
    static var firstSize: Int { MemoryLayout<Self>.stride }

    /// All fields 0, the size set.
    static var empty: Self {
        var value = Self()
        value.struct_size = MemoryLayout<Self>.stride
        return value
    }
}
