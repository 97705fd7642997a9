public import CRecto
import RectoBarcode
import RectoCore

/// The object behind `recto_code_reader`.
final class CodeReaderHandle: Handle {
    static let name: StaticString = "reader"
    var reader: CodeReader
    /// Codes of the last frame; the pointers in the structs are valid as long as these exist.
    var codes: [LastingCode] = []

    init(_ parameters: CodeReader.Parameters) throws(CallFailure) {
        do { reader = try CodeReader(parameters) } catch { throw .invalid(error.description) }
    }
}

@c @implementation
public func recto_code_reader_new(
    _ options: UnsafePointer<recto_code_reader_options>!, _ reader: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    call { () throws(CallFailure) in
        let reader = try required(reader, "reader")
        var parameters = CodeReader.Parameters()
        if let options {
            let given = try read(UnsafePointer(options), "options")
            guard given.reads_bars == 0 else {
                throw .invalid("options->reads_bars is \(given.reads_bars): only QR codes are read here")
            }
            parameters.effort = given.is_live != 0 ? .frame : .still
            parameters.limit = Int(given.limit)
        }
        reader.pointee = try CodeReaderHandle(parameters).retained()
    }
}

@c @implementation
public func recto_code_reader_read(
    _ reader: OpaquePointer!, _ frame: UnsafePointer<recto_frame>!, _ count: UnsafeMutablePointer<Int>!
) -> recto_status {
    call { () throws(CallFailure) in
        let (reader, count) = (try CodeReaderHandle.at(reader), try required(count, "count"))
        reader.codes.removeAll(keepingCapacity: true)
        let view = try LentFrame(frame).view
        reader.codes = reader.reader.read(view).map { LastingCode($0) }
        count.pointee = reader.codes.count
    }
}

@c @implementation
public func recto_code_reader_get_code(
    _ reader: OpaquePointer!, _ index: Int, _ code: UnsafeMutablePointer<recto_code>!
) -> recto_status {
    call { () throws(CallFailure) in
        let codes = try CodeReaderHandle.at(reader).codes
        guard codes.indices.contains(index) else {
            throw .invalid("index is \(index), required: below \(codes.count)")
        }
        try fill(code, "code", with: codes[index].inC)
    }
}

@c @implementation
public func recto_code_reader_free(_ reader: OpaquePointer!) { CodeReaderHandle.release(reader) }
