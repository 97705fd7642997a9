/// The form that creates or changes an object: an ordered list of cells.
public struct EntryForm: Hashable, Sendable {
    /// The topic of a group of cells, in display order.
    public enum Part: Int, Hashable, Sendable, Comparable {
        /// The object's identifying properties.
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

    /// - Precondition: At least one key cell is required, and attachments come last.
    public init(_ sections: [Section]) {
        let sorted = sections.sorted { $0.part < $1.part }
        precondition(sorted.first { $0.part == .key }?.cells.contains(where: \.isRequired) == true)
        precondition(!sorted.flatMap(\.cells).dropLast().contains { $0.kind == .attachments })
        self.sections = sorted
    }

    public var cells: [FormCell] { sections.flatMap(\.cells) }

    /// Returns the form with the submitted values, and the errors at each cell.
    ///
    /// Cells below a toggle count only while it is on. Cells missing from the submission keep their values, because
    /// programs and browsers with an older form may not know all of them.
    /// - Parameter entered: The values by cell name.
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
            // Invalid values stay as entered.
            cell.values = (cell.fault == nil ? values.map(\.asText) : values).filter { !$0.isEmpty }
        } else if let missing = cell.missing, cell.values.isEmpty, cell.kind != .attachments {
            cell.fault = missing
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

    /// All cells, each toggle followed by the cells that it reveals.
    public var allCells: [FormCell] { cells.flatMap { Self.all($0) } }

    private static func all(_ cell: FormCell) -> [FormCell] {
        guard case .toggle(let reveals) = cell.kind else { return [cell] }
        return [cell] + reveals.flatMap { all($0) }
    }

    /// The error messages by cell name.
    public var faults: [String: String] {
        Dictionary(uniqueKeysWithValues: allCells.compactMap { cell in cell.fault.map { (cell.name, $0) } })
    }

    /// Adds errors to those that the cells detect themselves.
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

    /// Returns the values of a cell; empty if it does not exist or is hidden.
    public func values(_ name: String) -> [String] { allCells.first { $0.name == name }?.values ?? [] }
    public func text(_ name: String) -> String { values(name).last ?? "" }
}

/// How a form is presented in a regular window. In a compact window it fills the screen.
public enum FormPresentation: String, Hashable, Sendable {
    case popover
    case sheet

    /// - Parameter actions: The number of actions behind the "+" button. A single one opens its form as a popover.
    public init(actions: Int) { self = actions == 1 ? .popover : .sheet }
}
