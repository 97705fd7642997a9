import StationRules
import Testing

@Suite struct FolderHierarchyTests {
    private let tree = FolderTree([
        .init(id: 1, parent: nil, name: "Home", documents: 1), .init(id: 2, parent: 1, name: "Bills", documents: 2),
        .init(id: 3, parent: 2, name: "2026", documents: 4), .init(id: 5, parent: 1, name: "Flat", documents: 0),
        .init(id: 4, parent: nil, name: "Work", documents: 8), .init(id: 6, parent: 4, name: "Trips", documents: 0),
    ])

    @Test("HI-3: the way to the selected folder and what lies in it are open, all else is closed")
    func opens() {
        let rows = FolderHierarchy(tree, selected: 2).rows
        #expect(rows.filter(\.isShown).map(\.node.folder.name) == ["Home", "Bills", "2026", "Flat", "Work"])
        #expect(rows.filter { $0.isExpanded == true }.map(\.node.folder.name) == ["Home", "Bills"])
        #expect(rows.filter { $0.isExpanded == nil }.map(\.node.folder.name) == ["2026", "Flat", "Trips"])
        #expect(rows.filter(\.isSelected).map(\.node.folder.id) == [2])
        #expect(FolderHierarchy(tree, selected: 3).trail.map(\.folder.id) == [1, 2, 3])
    }

    @Test("HI-4, HI-5: one folder is chosen, level by level, with the way from the top")
    func picker() throws {
        let top = FolderPicker(tree, level: nil, purpose: .documents)
        #expect(top.own == "/" && top.trail.isEmpty && top.choices.map(\.value) == ["Home", "Work"])
        let home = FolderPicker(tree, level: 1, purpose: .documents)
        #expect(home.trail.map(\.folder.name) == ["Home"] && home.own == "Home")
        #expect(home.choices.map(\.value) == ["Home / Bills", "Home / Flat"])
        // The value for documents is used as a path.
        #expect(try FilingEntry([.folder: home.choices[0].value]).folder == ["Home", "Bills"])
        let folders = FolderPicker(tree, level: nil, purpose: .folder)
        #expect(folders.own == "" && folders.choices.map(\.value) == ["1", "4"])
    }

    @Test("HI-6: a folder that is moved is not offered itself, nor what is inside it")
    func withoutItself() {
        #expect(FolderPicker(tree, level: nil, purpose: .folder, without: 1).choices.map(\.value) == ["4"])
        #expect(FolderPicker(tree, level: 1, purpose: .folder, without: 2).choices.map(\.value) == ["5"])
    }

    @Test("HI-2: the list of folders is searched and filtered, and its title counts it")
    func list() {
        let all = FolderList(tree, text: "", isEmptyOnly: false)
        #expect(all.title == "Folders (6)" && all.nodes.count == 6)
        let found = FolderList(tree, text: "home bi", isEmptyOnly: false)
        #expect(
            found.nodes.map(\.path) == ["Home / Bills", "Home / Bills / 2026"] && found.title == "Folders (2 of 6)")
        // A folder is empty if its subfolders are, too.
        let empty = FolderList(tree, text: "", isEmptyOnly: true)
        #expect(empty.nodes.map(\.folder.name) == ["Flat", "Trips"])
        #expect(empty.address(isEmptyOnly: false) == "/documents/folders")
        #expect(found.address(isEmptyOnly: true) == "/documents/folders?q=home%20bi&empty=yes")
    }
}
