import ArgumentParser
import Foundation

/// The settings of a station in a file. Each is an option of ``StationCommand``.
struct SettingsFile {
    /// What an option takes.
    enum Kind: String {
        case text = "a text in quotes"
        case number = "a number"
        case flag = "true or false"
        case list = "texts in brackets"
    }

    /// The options that a file can set.
    static let kinds: [String: Kind] = [
        "data": .text, "port": .number, "listen": .text, "token-file": .text, "name": .list, "plain": .flag,
        "certificate": .text, "key": .text, "join-port": .number, "open-scanner": .flag, "camera": .list,
        "output": .text, "text-languages": .text, "text-load": .number, "no-text": .flag, "demo": .flag,
        "hours": .number, "time-zone": .text, "locale": .text, "short-times": .flag, "digit-passcodes": .flag,
        "welcome": .text, "web": .text,
    ]

    private let path: String
    private let settings: [TOMLReader.Setting]

    /// Reads the file, and checks that its settings exist and have values of the right kind.
    init(path: String) throws(SettingsError) {
        self.path = path
        let text: String
        do { text = try String(contentsOfFile: path, encoding: .utf8) } catch {
            throw SettingsError(file: path, line: nil, reason: "it cannot be read: \(error.localizedDescription)")
        }
        do { settings = try TOMLReader.settings(in: text) } catch {
            throw SettingsError(file: path, line: error.line, reason: error.reason)
        }
        for setting in settings {
            guard let kind = Self.kinds[setting.key] else {
                throw refusal(setting, "there is no setting \(setting.key)")
            }
            guard kind.matches(setting.value) else { throw refusal(setting, "\(setting.key) needs \(kind.rawValue)") }
        }
    }

    /// Returns the arguments of the command line after those of the file that `--config` names.
    static func adding(to given: [String]) throws(SettingsError) -> [String] {
        guard let path = named(in: given) else { return given }
        let file = try SettingsFile(path: StationCommand.expanded(path))
        let arguments = file.settings.flatMap(\.arguments) + given
        try file.check(arguments)
        return arguments
    }

    private static func named(in arguments: [String]) -> String? {
        let option = "--config"
        if let place = arguments.lastIndex(of: option) { return arguments.dropFirst(place + 1).first }
        return arguments.last { $0.hasPrefix("\(option)=") }.map { String($0.dropFirst(option.count + 1)) }
    }

    /// Finds the setting that makes the arguments invalid. Other errors are left to the command line's parser.
    private func check(_ arguments: [String]) throws(SettingsError) {
        guard let problem = Self.problem(arguments) else { return }
        for setting in settings where Self.problem(setting.arguments) == problem { throw refusal(setting, problem) }
    }

    /// Returns why the arguments are invalid; `nil` if they are valid.
    private static func problem(_ arguments: [String]) -> String? {
        do { _ = try StationCommand.parse(arguments) } catch { return StationCommand.message(for: error) }
        return nil
    }

    private func refusal(_ setting: TOMLReader.Setting, _ reason: String) -> SettingsError {
        SettingsError(file: path, line: setting.line, reason: reason)
    }
}

/// The place in a settings file that is wrong, and why.
struct SettingsError: Error, Equatable, CustomStringConvertible {
    var file: String
    /// `nil` if it is not about a line.
    var line: Int?
    var reason: String

    init(file: String, line: Int?, reason: String) {
        (self.file, self.line, self.reason) = (file, line, reason)
    }

    var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(reason)" }
}

extension SettingsFile.Kind {
    fileprivate func matches(_ value: TOMLReader.Value) -> Bool {
        switch (self, value) {
        case (.text, .text), (.number, .number), (.flag, .flag), (.list, .list): true
        default: false
        }
    }
}

extension TOMLReader.Setting {
    /// The arguments of the command line with the same meaning.
    fileprivate var arguments: [String] {
        switch value {
        case .text(let text), .number(let text): ["--\(key)=\(text)"]
        case .flag(let isOn): isOn ? ["--\(key)"] : []
        case .list(let texts): texts.map { "--\(key)=\($0)" }
        }
    }
}
