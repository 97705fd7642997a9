import CRecto

/// A struct of the C interface that starts with its size as the caller was compiled with it.
protocol SizedStruct {
    var struct_size: Int { get set }
    /// How many bytes it had in the first version of the library that has it: programs compiled then can use later ones.
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
