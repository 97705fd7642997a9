public import CRecto
import RectoBarcode
import RectoCore

/// What `recto_code_reader` stands for.
final class CodeReaderHandle: Handle {
    static let name: StaticString = "reader"
    var reader: CodeReader
    /// Of the frame that was read last; the pointers of the structs are good as long as these are here.
    var codes: [LastingCode] = []

    init(_ parameters: CodeReader.Parameters) throws(CallFailure) {
        reader = try checked { () throws(ParameterError) in try CodeReader(parameters) }
    }
}

/// A code whose payload has a place in memory.
final class LastingCode {
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let text: UnsafeMutableBufferPointer<CChar>
    private let corners: Quad

    init(_ code: Code) {
        // A byte more, so that the payload of a code without one has an address too.
        bytes = .allocate(capacity: code.bytes.count + 1)
        _ = bytes.initialize(from: code.bytes + [0])
        let utf8 = Array(code.text.utf8CString)
        text = .allocate(capacity: utf8.count)
        _ = text.initialize(from: utf8)
        corners = code.corners
    }

    deinit {
        bytes.deallocate()
        text.deallocate()
    }

    var inC: recto_code {
        var code = recto_code.empty
        code.corners = corners.inC
        code.bytes = UnsafePointer(bytes.baseAddress)
        code.byte_count = bytes.count - 1
        code.text = UnsafePointer(text.baseAddress)
        code.text_bytes = text.count - 1
        return code
    }
}

@c @implementation
public func recto_code_reader_options_init(_ options: UnsafeMutablePointer<recto_code_reader_options>!) {
    var answer = recto_code_reader_options.empty
    answer.limit = UInt32(CodeReader.Parameters().limit)
    options?.pointee = answer
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
