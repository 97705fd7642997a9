import StationRules
import Testing

@Suite struct SidebarTests {
    private let pins = [SidebarPin(document: 7, title: "Rent"), SidebarPin(document: 9, title: "Letter")]

    private func sidebar(
        _ arrangement: Sidebar.Arrangement, counts: Sidebar.Counts = Sidebar.Counts(), place: Place? = .library,
        path: String = "/documents", memory: PlaceMemory = PlaceMemory()
    ) -> Sidebar {
        Sidebar(arrangement, counts: counts, place: place, path: path, memory: memory)
    }

    @Test("SB-6: places tell how many there are; pinned documents have a button")
    func placesTellTheirCount() {
        let counts = Sidebar.Counts(documents: 12, scans: 0, scenes: 3, devices: 1)
        let groups = sidebar(Sidebar.Arrangement(pins: pins), counts: counts).groups
        #expect(groups[0].items.map(\.accessory) == [nil, .number(12), nil, .number(3), .number(1)])
        #expect(groups[1].items.map(\.accessory) == [.button(icon: "pin-angle-fill"), .button(icon: "pin-angle-fill")])
    }

    @Test("The number beside Scan leads to what it counts, unless a scan is gone on with")
    func scansLeadToDrafts() {
        func path(_ scans: Int, _ memory: PlaceMemory = PlaceMemory()) -> String? {
            let counts = Sidebar.Counts(documents: 1, scans: scans, scenes: 0, devices: 0)
            return sidebar(Sidebar.Arrangement(), counts: counts, memory: memory).groups[0].items.first {
                $0.name == Place.scan.rawValue
            }?.path
        }
        #expect(path(4) == "/drafts" && path(0) == "/scan")
        #expect(path(4, PlaceMemory([.scan: "/scan/abc"])) == "/scan/abc")
    }

    @Test("SB-4: icons supplement labels: an item may have none, and none is without a label")
    func icons() {
        #expect(SidebarItem(name: "a", label: "Rent", path: "/a").icon == nil)
        #expect(SidebarItem(name: "a", label: "", path: "/a", icon: "camera").label == "Untitled")
        let items = sidebar(Sidebar.Arrangement(pins: pins)).groups.flatMap(\.items)
        #expect(items.allSatisfy { !$0.label.isEmpty })
    }

    @Test("SB-7: a group has accessories of one kind")
    func accessoryKinds() {
        func items(_ accessories: [SidebarAccessory?]) -> [SidebarItem] {
            accessories.map { SidebarItem(name: "a", label: "A", path: "/a", icon: "camera", accessory: $0) }
        }
        #expect(SidebarGroup.accessoriesMatch([]))
        #expect(SidebarGroup.accessoriesMatch(items([.number(1), nil, .number(2)])))
        #expect(SidebarGroup.accessoriesMatch(items([.button(icon: "trash"), .button(icon: "trash")])))
        #expect(!SidebarGroup.accessoriesMatch(items([.number(1), .button(icon: "trash")])))
        #expect(!SidebarGroup.accessoriesMatch(items([.button(icon: "pencil"), nil, .button(icon: "trash")])))
    }

    @Test(
        "SB-8: one item is the current one, whatever is hidden or collapsed",
        arguments: [("/documents", "library"), ("/documents/7", "7"), ("/documents/8", "library")])
    func oneItemIsTheCurrentOne(path: String, expected: String) {
        let whole = sidebar(Sidebar.Arrangement(pins: pins), path: path)
        #expect(whole.groups.flatMap(\.shownItems).filter(\.isCurrent).map(\.name) == [expected])
        let collapsed = sidebar(Sidebar.Arrangement(pins: pins, collapsed: [.pinned]), path: path)
        #expect(collapsed.groups.flatMap(\.shownItems).filter(\.isCurrent).map(\.name) == ["library"])
        let hidden = Sidebar.Arrangement(
            places: [SidebarOrder.Entry(name: "library", isHidden: true)],
            pins: pins.map { SidebarPin(document: $0.document, title: $0.title, isHidden: true) })
        #expect(sidebar(hidden, path: path).groups.flatMap(\.shownItems).filter(\.isCurrent).map(\.name) == ["library"])
    }

    @Test("HI-1: folders within others are shown as far as there is room, by whole levels")
    func folderLevels() {
        func tree(_ inner: Int) -> FolderTree {
            FolderTree(
                [.init(id: 1, parent: nil, name: "Home", documents: 0)]
                    + (2..<inner + 2).map { .init(id: Int64($0), parent: 1, name: "\($0)", documents: 0) }
                    + [.init(id: 900, parent: 2, name: "Deep", documents: 0)])
        }
        let few = SidebarFolder.shown(tree(3))
        #expect(few.map(\.path) == ["Home", "Home / 2", "Home / 2 / Deep", "Home / 3", "Home / 4"])
        #expect(few.map(\.level) == [1, 2, 3, 2, 2])
        #expect(SidebarFolder.shown(tree(19)).map(\.level) == [1] + Array(repeating: 2, count: 19))
        #expect(SidebarFolder.shown(tree(20)).map(\.name) == ["Home"])
        let group = sidebar(Sidebar.Arrangement(folders: few)).groups[1]
        #expect(group.items[1].drops == "Home / 2" && group.items[1].level == 2)
    }

    @Test("LR-2: the views that a person has kept are a group before the folders, and nobody arranges them")
    func views() {
        var query = ListQuery()
        query.search("gas bill")
        let groups = sidebar(
            Sidebar.Arrangement(
                pins: pins, folders: [SidebarFolder(id: 3, name: "Home")],
                views: [KeptView(id: 1, name: "Gas", query: query)])
        ).groups
        #expect(groups.map(\.name) == [.places, .views, .folders, .pinned])
        #expect(groups[1].items.map(\.path) == ["/documents?q=gas%20bill"] && !SidebarGroup.Name.views.isArranged)
    }

    @Test("SB-9, SB-17: pinned documents are a group with a heading; there is none without them")
    func pinnedDocumentsAreAGroup() {
        #expect(sidebar(Sidebar.Arrangement()).groups.map(\.name) == [.places])
        let groups = sidebar(Sidebar.Arrangement(pins: pins)).groups
        #expect(groups.map(\.name.heading) == [nil, "Pinned"])
        #expect(groups[1].items.map(\.path) == ["/documents/7", "/documents/9"])
        let collapsed = sidebar(Sidebar.Arrangement(pins: pins, collapsed: [.pinned])).groups[1]
        #expect(!collapsed.isExpanded && collapsed.shownItems.isEmpty && collapsed.items.count == 2)
    }

    @Test("SB-10, SB-11: the sidebar is open until somebody closes it, in each orientation for itself")
    func theSidebarIsOpenUntilItIsClosed() {
        #expect(SidebarVisibility()[.landscape] == .open && SidebarVisibility()[.portrait] == .open)
        let closed = SidebarVisibility(closed: [.portrait])
        #expect(closed[.landscape] == .open && closed[.portrait] == .closed)
    }

    @Test("SB-14: what is hidden is left out, unless it is the current screen, and comes back")
    func hiddenItemsAreLeftOut() {
        var order = SidebarOrder(kept: [], known: Place.allCases.map(\.rawValue))
        order.setHidden(true, "devices")
        order.setHidden(true, "nothing")
        #expect(order.entries.filter(\.isHidden).map(\.name) == ["devices"])
        let arrangement = Sidebar.Arrangement(places: order.entries)
        #expect(sidebar(arrangement).groups[0].shownItems.map(\.name) == ["home", "library", "scan", "scenes"])
        #expect(sidebar(arrangement).groups[0].items.count == 5)
        let here = sidebar(arrangement, place: .devices, path: "/devices")
        #expect(here.groups[0].shownItems.map(\.name) == ["home", "library", "scan", "scenes", "devices"])
        order.setHidden(false, "devices")
        #expect(order.entries.allSatisfy { !$0.isHidden })
    }

    @Test("SB-15: items move to a place among the others, and not beyond the ends")
    func itemsMoveAmongTheOthers() {
        var order = SidebarOrder(kept: [], known: ["a", "b", "c"])
        order.move("a", to: 1)
        #expect(order.entries.map(\.name) == ["b", "a", "c"])
        order.move("a", to: 9)
        #expect(order.entries.map(\.name) == ["b", "c", "a"])
        order.move("a", to: -1)
        #expect(order.entries.map(\.name) == ["a", "b", "c"])
        order.move("d", to: 0)
        #expect(order.entries.map(\.name) == ["a", "b", "c"])
    }

    @Test("SB-15: what is kept of earlier goes where it is no more; what is new comes last")
    func newItemsComeLast() {
        let kept = [SidebarOrder.Entry(name: "c", isHidden: true), SidebarOrder.Entry(name: "x")]
        let order = SidebarOrder(kept: kept, known: ["a", "b", "c"])
        #expect(order.entries.map(\.name) == ["c", "a", "b"])
        #expect(order.entries.map(\.isHidden) == [true, false, false])
    }
}
