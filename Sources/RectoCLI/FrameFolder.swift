import Glibc
import RectoCodecs
import RectoCore

/// A folder of drawn frames, named after their numbers.
struct FrameFolder {
    let path: String

    /// Makes the folder if it is not there.
    func make() throws(UnusableInput) {
        guard mkdir(path, 0o777) != 0, errno != EEXIST else { return }
        throw UnusableInput(file: path, reason: "cannot be made: \(String(cString: strerror(errno)))")
    }

    func write(_ raster: Raster, frame: Int) throws(UnusableInput) {
        let digits = String(frame)
        let file = "\(path)/\(String(repeating: "0", count: max(0, 6 - digits.count)))\(digits).jpg"
        do throws(OutputError) {
            try JPEGWriter.standard.write(raster, path: file)
        } catch {
            throw UnusableInput(file: file, reason: "\(error)")
        }
    }
}
