import ArgumentParser
import Glibc
import Recto
import RectoText

/// Runs the command line and turns errors into exit codes.
@main
enum Main {
    static func main() {
        StandardStreams.openClosed()
        StandardStreams.ignoreWriteSignals()
        let code = run()
        exit(Console.outputHasFailed ? max(code, 1) : code)
    }

    /// - Returns: The exit code, unless standard output failed.
    private static func run() -> Int32 {
        do {
            var command = try RectoCommand.parseAsRoot(try ProgramArguments.all())
            try command.run()
            return 0
        } catch is SomeInputsFailed {
            return 1
        } catch let error where error is UnusableInput || error is DocumentWriter.Failure || error is TextError {
            Console.printErrorLine("recto: \(error)")
            return 1
        } catch {
            let message = RectoCommand.fullMessage(for: error)
            switch RectoCommand.exitCode(for: error) {
            case .success:
                Console.print(message)
                return 0
            case .validationFailure:
                Console.printError(message + "\n")
                return 2
            default:
                Console.printError(message + "\n")
                return 1
            }
        }
    }
}

/// Thrown at the end of a command if some inputs failed. Each has been reported.
struct SomeInputsFailed: Error {}

struct RectoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recto",
        abstract: "Turns photos of documents into clean pages.",
        discussion: """
            EXAMPLES
              recto scan photos/ -o contract.pdf
              recto scan page.jpg -o page.png --filter bw --dpi 300
              recto detect *.jpg --json
              recto enhance flat.png -o clean.png --filter gray
              recto text page.jpg --language eng+deu
              recto anchors match --db posters.anchors photo.jpg
              recto cameras
              recto watch --source /dev/video0 -o pages
              recto bench

            EXIT CODES
              0  all done
              1  some inputs failed: standard error names each with the reason; the
                 others are done
              2  the command line was wrong
            """,
        version: RectoVersion.current,
        subcommands: [
            ScanCommand.self, DetectCommand.self, EnhanceCommand.self, TextCommand.self, QRCommand.self,
            WatchCommand.self,
            AnchorsCommand.self, CamerasCommand.self, BenchCommand.self, SchemaCommand.self,
        ])
}
