import Foundation
import TestSupport
import Testing

/// The programs in docs/daemons.md, built like a reader would.
@Suite("Daemons of the documents", .enabled(if: ProgramResult.isInstalled("g++"), "g++ is not installed"))
struct DaemonDocTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try WatchFilm.mjpeg().write(to: folder.url.appending(path: "film.mjpeg"))
    }

    @Test("They capture the pages of a stream to PDF in memory", arguments: ["c", "cpp"])
    func captures(language: String) throws {
        let program = try CProgram.buildDocumented(language, in: folder)
        let result = try ProgramResult.runApart(program, [folder.path("film.mjpeg")])
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.output.split(separator: "\n")
        #expect(lines.last == "2 pages")
        for page in 1...2 { #expect(lines.contains { $0.hasPrefix("page \(page): ") && $0.hasSuffix("bytes of PDF") }) }
        let missing = try ProgramResult.runApart(program, [folder.path("missing.mjpeg")])
        #expect(missing.status == 1 && missing.errors.contains("missing.mjpeg does not exist"), "\(missing.errors)")
    }

    @Test("The example in recto.hpp compiles and makes a PDF; with C++20 bytes are spans")
    func headerForCPlusPlus() throws {
        let header = try String(contentsOfFile: CProgram.include + "/recto.hpp", encoding: .utf8)
        let example = header.split(separator: "\n").filter { $0.hasPrefix("//   ") }.map { $0.dropFirst(5) }
        try #require(example.count == 3)
        let picture = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../TestImages/receipt-tiles.jpg")
        try FileManager.default.copyItem(at: picture, to: folder.url.appending(path: "photo.jpg"))
        let spans = """
              std::ifstream file("photo.jpg", std::ios::binary);
              const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
              const auto image = recto::page::decode(bytes).render();
              if (image.row(0).size() != image.pixels().row_bytes) return 2;
              if (!detector.detect(recto::jpeg_frame(bytes)).found) return 3;
            """
        let control = """
              int calls = 0;
              detector.set_control({[&](double) { return ++calls < 2; }, std::chrono::seconds(60)});
              try { detector.scan_file("photo.jpg"); return 4; } catch (const recto::error &error) {
                if (error.status() != RECTO_CANCELED || calls != 2) return 5;
              }
              detector.set_control({[](double) -> bool { throw std::runtime_error("stop"); }});
              try { detector.detect_file("photo.jpg"); return 6; } catch (const std::runtime_error &error) {
                if (error.what() != std::string("stop")) return 7;
              }
              detector.set_control({});
              auto moved = std::move(detector);
              const auto frame = recto::jpeg_frame(reinterpret_cast<const std::uint8_t *>(pdf.data()), pdf.size());
              try { moved.fuse({frame, frame, frame}); return 8; } catch (const recto::error &error) {
                if (error.status() != RECTO_UNREADABLE) return 9;
              }
              recto::code_reader reader;
              reader.set_control({nullptr, std::chrono::nanoseconds(1)});
              try { reader.read_file("photo.jpg"); return 10; } catch (const recto::error &error) {
                if (error.status() != RECTO_CANCELED) return 11;
              }
            """
        for (standard, more) in [("c++17", ""), ("c++20", spans)] {
            let text = """
                #include <fstream>
                #include <iterator>
                #include <recto.hpp>
                int main() {
                \(example.joined(separator: "\n"))
                \(more)
                \(control)
                  return pdf.size() > 1000 ? 0 : 1;
                }

                """
            let program = try CProgram.build(cpp: text, named: "example", standard: standard, in: folder)
            let result = try ProgramResult.runApart("sh", ["-c", "cd '\(folder.url.path)' && '\(program)'"])
            #expect(result.status == 0, "\(standard): \(result.status) \(result.errors)")
        }
    }

    @Test("The one in C has 80 lines at most")
    func isShort() throws { #expect(try CProgram.documented("c").count <= 80) }
}
