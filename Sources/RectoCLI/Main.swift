import ArgumentParser
import Glibc
import Recto

/// Runs the command line and keeps its promise of exit codes.
@main
enum Main {
    static func main() {
        StandardStreams.openClosed()
        StandardStreams.ignoreWriteSignals()
        let code = run()
        exit(Console.outputHasFailed ? max(code, 1) : code)
    }

    /// - Returns: The exit code, as long as standard output works.
    private static func run() -> Int32 {
        do {
            var command = try RectoCommand.parseAsRoot()
            try command.run()
            return 0
        } catch is SomeInputsFailed {
            return 1
        } catch let error where error is UnusableInput || error is DocumentWriter.Failure {
            Console.complain("recto: \(error)")
            return 1
        } catch {
            let message = RectoCommand.fullMessage(for: error)
            switch RectoCommand.exitCode(for: error) {
            case .success:
                Console.sayAsIs(message)
                return 0
            case .validationFailure:
                Console.complainAsIs(message + "\n")
                return 2
            default:
                Console.complainAsIs(message + "\n")
                return 1
            }
        }
    }
}

/// Thrown at the end of a command of which some inputs failed, each already named.
struct SomeInputsFailed: Error {}
