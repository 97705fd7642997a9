public import CRecto
import RectoBarcode

@c @implementation
public func recto_code_reader_options_init(_ options: UnsafeMutablePointer<recto_code_reader_options>!) {
    var answer = recto_code_reader_options.empty
    answer.limit = UInt32(CodeReader.Parameters().limit)
    options?.pointee = answer
}
