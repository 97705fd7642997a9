import ArgumentParser
import Glibc
import Recto

/// Runs the command line and keeps its promise of exit codes.
@main
enum Main {
    static func main() {
        StandardStreams.openClosed()
        do {
            var command = try RectoCommand.parseAsRoot()
            try command.run()
        } catch is SomeInputsFailed {
            exit(1)
        } catch let error where error is UnusableInput || error is DocumentWriter.Failure {
            Console.complain("recto: \(error)")
            exit(1)
        } catch {
            let message = RectoCommand.fullMessage(for: error)
            switch RectoCommand.exitCode(for: error) {
            case .success:
                print(message)
                exit(0)
            case .validationFailure:
                Console.complain(message)
                exit(2)
            default:
                Console.complain(message)
                exit(1)
            }
        }
    }
}

/// Thrown at the end of a command of which some inputs failed, each already named.
struct SomeInputsFailed: Error {}
