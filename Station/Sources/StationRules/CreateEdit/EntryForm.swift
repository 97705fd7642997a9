/// The form that makes or changes an object: its cells in their order.
public struct EntryForm: Hashable, Sendable {
    /// What a group of cells is about. Groups come in this order.
    public enum Part: Int, Hashable, Sendable, Comparable {
        /// What the object is known by.
        case key
        case property
        /// Notes and attachments, which grow.
        case accessory

        public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    public struct Section: Hashable, Sendable {
        public let part: Part
        public let heading: String?
        public var cells: [FormCell]

        public init(_ part: Part, heading: String? = nil, _ cells: [FormCell]) {
            self.part = part
            self.heading = heading
            self.cells = cells
        }
    }

    public private(set) var sections: [Section]

    /// - Precondition: At least one key cell is required, and attachments are the last cell of all.
    public init(_ sections: [Section]) {
        let sorted = sections.sorted { $0.part < $1.part }
        precondition(sorted.first { $0.part == .key }?.cells.contains(where: \.isRequired) == true)
        precondition(!sorted.flatMap(\.cells).dropLast().contains { $0.kind == .attachments })
        self.sections = sorted
    }

    public var cells: [FormCell] { sections.flatMap(\.cells) }

    /// The form as it was sent: what was entered, and what is wrong with it at each cell.
    ///
    /// What a toggle reveals counts only while that is on. Cells of which nothing was sent stay as they are: programs, and browsers
    /// with an older form, know fewer of them.
    /// - Parameter entered: By the cells' names.
    public func filled(with entered: [String: [String]]) -> EntryForm {
        var form = self
        for index in form.sections.indices {
            form.sections[index].cells = form.sections[index].cells.map { Self.filled($0, with: entered) }
        }
        return form
    }

    private static func filled(_ cell: FormCell, with entered: [String: [String]]) -> FormCell {
        var cell = cell
        if let values = entered[cell.name], cell.kind != .fixed {
            cell.fault = cell.fault(of: values)
            // What is wrong stays as it was entered.
            cell.values = (cell.fault == nil ? values.map(\.asText) : values).filter { !$0.isEmpty }
        } else if cell.isRequired, cell.values.isEmpty, cell.kind != .attachments {
            cell.fault = cell.missingText
        }
        guard case .toggle(let reveals) = cell.kind else { return cell }
        if entered[cell.name] != nil { cell.values = cell.values.contains(FormCell.on) ? [FormCell.on] : [] }
        let isAsked = entered[cell.name] == nil || cell.isOn
        let inner = reveals.map { isAsked ? filled($0, with: entered) : emptied($0) }
        var whole = FormCell(cell.name, cell.label, .toggle(reveals: inner), cell.values, help: cell.help)
        whole.fault = cell.fault
        return whole
    }

    private static func emptied(_ cell: FormCell) -> FormCell {
        var cell = cell
        cell.values = []
        return cell
    }

    /// All cells, with those that toggles reveal behind them.
    public var allCells: [FormCell] { cells.flatMap { Self.all($0) } }

    private static func all(_ cell: FormCell) -> [FormCell] {
        guard case .toggle(let reveals) = cell.kind else { return [cell] }
        return [cell] + reveals.flatMap { all($0) }
    }

    /// What is wrong, by the cells' names.
    public var faults: [String: String] {
        Dictionary(uniqueKeysWithValues: allCells.compactMap { cell in cell.fault.map { (cell.name, $0) } })
    }

    /// Adds what is wrong beside what the cells find themselves.
    public mutating func note(_ faults: [String: String]) {
        func noted(_ cell: FormCell) -> FormCell {
            var cell = cell
            if case .toggle(let reveals) = cell.kind {
                let (values, fault) = (cell.values, cell.fault)
                cell = FormCell(cell.name, cell.label, .toggle(reveals: reveals.map(noted)), values, help: cell.help)
                cell.fault = fault
            }
            cell.fault = cell.fault ?? faults[cell.name]
            return cell
        }
        for index in sections.indices { sections[index].cells = sections[index].cells.map(noted) }
    }

    /// What a cell holds; empty for one that is not there, or not asked for.
    public func values(_ name: String) -> [String] { allCells.first { $0.name == name }?.values ?? [] }
    public func text(_ name: String) -> String { values(name).last ?? "" }
}

/// How a form comes in a regular window. In a compact one it takes the whole of it.
public enum FormPresentation: String, Hashable, Sendable {
    case popover
    case sheet

    /// - Parameter actions: Those that the button with "+" offers: one alone opens its form beside itself.
    public init(actions: Int) { self = actions == 1 ? .popover : .sheet }
}
