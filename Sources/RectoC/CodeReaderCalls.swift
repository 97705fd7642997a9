public import CRecto
import RectoBarcode
import RectoCapture
import RectoCore

/// What `recto_code_reader` stands for.
final class CodeReaderHandle: Handle {
    static let name: StaticString = "reader"
    private var reader: CodeReader
    private let jpeg = BorrowedJPEG()
    /// Of the frame that was read last; the pointers of the structs are good as long as these are here.
    private var codes: [LastingCode] = []

    init(_ parameters: CodeReader.Parameters) throws(ParameterError) { reader = try CodeReader(parameters) }

    /// - Returns: How many codes there are.
    func read(_ frame: LentFrame) throws -> Int {
        codes.removeAll(keepingCapacity: true)
        codes = try frame.withView(jpeg) { reader.read($0) }.map { LastingCode($0) }
        return codes.count
    }

    func code(_ index: Int) throws(CallFailure) -> recto_code {
        guard codes.indices.contains(index) else {
            throw .invalid("index is \(index), required: below \(codes.count)")
        }
        return codes[index].inC
    }
}

@c @implementation
public func recto_code_reader_new(
    _ options: UnsafePointer<recto_code_reader_options>!, _ reader: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    call {
        let reader = try required(reader, "reader")
        var parameters = CodeReader.Parameters()
        if let options {
            let given = try read(UnsafePointer(options), "options")
            parameters.effort = given.is_live != 0 ? .frame : .still
            if given.reads_bars != 0 { parameters.symbologies = Set(Symbology.allCases) }
            parameters.limit = Int(given.limit)
        }
        reader.pointee = try CodeReaderHandle(parameters).retained()
    }
}

@c @implementation
public func recto_code_reader_read(
    _ reader: OpaquePointer!, _ frame: UnsafePointer<recto_frame>!, _ count: UnsafeMutablePointer<Int>!
) -> recto_status {
    call {
        let (reader, count) = (try CodeReaderHandle.at(reader), try required(count, "count"))
        count.pointee = try reader.read(try LentFrame(frame))
    }
}

@c @implementation
public func recto_code_reader_get_code(
    _ reader: OpaquePointer!, _ index: Int, _ code: UnsafeMutablePointer<recto_code>!
) -> recto_status {
    call { try fill(code, "code", with: try CodeReaderHandle.at(reader).code(index)) }
}

@c @implementation
public func recto_code_reader_free(_ reader: OpaquePointer!) { CodeReaderHandle.release(reader) }
