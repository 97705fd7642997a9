public import StationRules

/// The sidebar, also in edit mode. `web/patterns/sidebar/sidebar.js` replaces it with the responses to its forms.
public struct SidebarView: View {
    struct Group: Sendable {
        let name: String
        let heading: String?
        let isExpanded: Bool
        let items: [Item]
    }

    struct Item: Sendable {
        let name: String
        let group: String
        let label: String
        let path: String
        let icon: String?
        let isCurrent: Bool
        let isHidden: Bool
        let number: Int?
        let button: String?
        let position: String
        let placeBefore: Int?
        let placeAfter: Int?
        /// The folder assigned to documents that are dropped on it.
        let drops: String?
        /// The level in a tree, below its root.
        let level: Int?
        let isEditing: Bool
    }

    let groups: [Group]
    let isEditing: Bool
    let at: String
    let editPath: String
    let isArranged: Bool

    /// - Parameters:
    ///   - at: The URL of the screen, to return to.
    ///   - isArranged: Whether it can be edited.
    public init(_ sidebar: Sidebar, at: String, isEditing: Bool, isArranged: Bool = true) {
        self.isArranged = isArranged
        groups = sidebar.groups.filter { !isEditing || $0.name.isArranged }.map { group in
            let items = isEditing ? group.items : group.shownItems
            return Group(
                name: group.name.rawValue, heading: group.name.heading, isExpanded: group.isExpanded || isEditing,
                items: items.enumerated().map {
                    Item($1, at: $0, of: items.count, in: group.name, isEditing: isEditing)
                })
        }
        self.isEditing = isEditing
        self.at = isEditing ? Self.editing(at) : at
        editPath = isEditing ? at : Self.editing(at)
    }

    private static func editing(_ at: String) -> String { at + (at.contains("?") ? "&" : "?") + "sidebar=edit" }

    public static let template = """
        <st-sidebar id="sidebar-part" data-part>
        <button type="button" class="sidebar-veil" data-sidebar="closed" tabindex="-1" aria-label="Close sidebar"></button>
        <nav class="sidebar" id="sidebar" aria-label="Main">
        <header><button type="button" class="bar-button" id="hide-sidebar" data-sidebar="closed" aria-label="Hide sidebar" aria-controls="sidebar" aria-expanded="true"><span class="icon icon-layout-sidebar" aria-hidden="true"></span></button><p class="brand small" aria-hidden="true">Recto</p></header>
        <div class="destinations" data-scrolls>
        <p class="brand">Recto</p>
        {{#groups}}
        <section class="group">
        {{#heading}}{{#isEditing}}<h2 class="group-heading"><span class="label">{{heading}}</span></h2>{{/isEditing}}{{^isEditing}}<form method="post" action="/sidebar/groups" data-swaps><input type="hidden" name="at" value="{{at}}"><input type="hidden" name="group" value="{{name}}"><h2><button class="group-heading" id="group-{{name}}" name="expanded" value="{{#isExpanded}}false{{/isExpanded}}{{^isExpanded}}true{{/isExpanded}}" aria-expanded="{{#isExpanded}}true{{/isExpanded}}{{^isExpanded}}false{{/isExpanded}}" aria-controls="list-{{name}}"><span class="label">{{heading}}</span>{{#isExpanded}}<span class="icon icon-chevron-down" aria-hidden="true"></span>{{/isExpanded}}{{^isExpanded}}<span class="icon icon-chevron-right" aria-hidden="true"></span>{{/isExpanded}}</button></h2></form>{{/isEditing}}{{/heading}}
        <ul id="list-{{name}}" data-group="{{name}}"{{^isExpanded}} hidden{{/isExpanded}}>
        {{#items}}
        {{^isEditing}}
        <li{{#drops}} data-drops="{{.}}"{{/drops}}{{#level}} data-level="{{.}}"{{/level}}><a class="destination" href="{{path}}"{{#isCurrent}} aria-current="page"{{/isCurrent}}>{{#icon}}<span class="icon icon-{{icon}}" aria-hidden="true"></span>{{/icon}}<span class="label">{{label}}</span>{{#number}}<span class="number">{{.}}</span>{{/number}}</a>{{#button}}<form method="post" action="/documents/{{name}}/unpin" data-swaps><input type="hidden" name="at" value="{{at}}"><button class="accessory" aria-label="Unpin {{label}}"><span class="icon icon-{{.}}" aria-hidden="true"></span></button></form>{{/button}}</li>
        {{/isEditing}}
        {{#isEditing}}
        <li data-item="{{name}}"><span class="destination{{#isHidden}} left-out{{/isHidden}}">{{#icon}}<span class="icon icon-{{icon}}" aria-hidden="true"></span>{{/icon}}<span class="label">{{label}}</span></span><form method="post" action="/sidebar/items" data-swaps><input type="hidden" name="at" value="{{at}}"><input type="hidden" name="group" value="{{group}}"><input type="hidden" name="item" value="{{name}}"><button class="switch" role="switch" id="switch-{{group}}-{{name}}" name="hidden" value="{{#isHidden}}false{{/isHidden}}{{^isHidden}}true{{/isHidden}}" aria-checked="{{#isHidden}}false{{/isHidden}}{{^isHidden}}true{{/isHidden}}" aria-label="Show {{label}}"><span></span></button></form><button type="button" class="handle" id="handle-{{group}}-{{name}}" aria-label="Move {{label}}" aria-description="{{position}}. Arrow keys move it."{{#placeBefore}} data-before="{{.}}"{{/placeBefore}}{{#placeAfter}} data-after="{{.}}"{{/placeAfter}}><span class="icon icon-grip-horizontal" aria-hidden="true"></span></button></li>
        {{/isEditing}}
        {{/items}}
        </ul>
        </section>
        {{/groups}}
        </div>
        {{#isArranged}}<footer><a class="button plain" id="edit-sidebar" data-swaps href="{{editPath}}">{{#isEditing}}Done{{/isEditing}}{{^isEditing}}Edit{{/isEditing}}</a></footer>{{/isArranged}}
        <form class="moved" method="post" action="/sidebar/moves" data-swaps hidden><input type="hidden" name="at" value="{{at}}"><input type="hidden" name="group"><input type="hidden" name="item"><input type="hidden" name="place"></form>
        </nav>
        </st-sidebar>
        """
}

extension SidebarView.Item: TemplateModel {
    package var values: [String: Any] {
        [
            "name": name, "group": group, "label": label, "path": path, "isCurrent": isCurrent, "isHidden": isHidden,
            "position": position, "isEditing": isEditing, "icon": TemplateValues.orNone(icon),
            "button": TemplateValues.orNone(button), "drops": TemplateValues.orNone(drops),
            "number": TemplateValues.orNone(number), "level": TemplateValues.orNone(level),
            "placeBefore": TemplateValues.orNone(placeBefore), "placeAfter": TemplateValues.orNone(placeAfter),
        ]
    }

    fileprivate init(
        _ item: SidebarItem, at index: Int, of count: Int, in group: SidebarGroup.Name, isEditing: Bool
    ) {
        self.isEditing = isEditing
        name = item.name
        self.group = group.rawValue
        label = item.label
        path = item.path
        icon = item.icon
        isCurrent = item.isCurrent
        isHidden = item.isHidden
        switch item.accessory {
        case .number(let shown): (number, button) = (shown, nil)
        case .button(let icon): (number, button) = (nil, icon)
        case nil: (number, button) = (nil, nil)
        }
        position = localized("\(index + 1) of \(count)")
        placeBefore = index > 0 ? index - 1 : nil
        placeAfter = index < count - 1 ? index + 1 : nil
        drops = item.drops
        level = item.level > 1 ? item.level : nil
    }
}

/// The navigation around a screen: the sidebar, or the tab bar in narrow windows, and both ends of the navigation
/// bar.
public struct NavigationView: View {
    struct Tab: Sendable {
        let label: String
        let path: String
        let icon: String
        let isCurrent: Bool
    }

    let tabs: [Tab]
    let sidebar: String
    let hasSearch: Bool

    /// - Parameters:
    ///   - place: The section of the screen.
    ///   - at: The URL of the screen.
    ///   - isGuest: Whether only the scanner is available.
    public init(
        _ sidebar: Sidebar, place: Place?, memory: PlaceMemory, at: String, isEditing: Bool, isGuest: Bool = false
    ) {
        hasSearch = !isGuest
        tabs = (isGuest ? [.scan] : Place.allCases).map {
            Tab(label: $0.label, path: memory.path(to: $0, from: place), icon: $0.icon, isCurrent: $0 == place)
        }
        self.sidebar = SidebarView(sidebar, at: at, isEditing: isEditing && !isGuest, isArranged: !isGuest).html
    }

    public static let template = """
        {{{sidebar}}}
        <nav class="tabs" aria-label="Main"><ul>
        {{#tabs}}
        <li><a href="{{path}}"{{#isCurrent}} aria-current="page"{{/isCurrent}}><span class="icon icon-{{icon}}" aria-hidden="true"></span><span class="label">{{label}}</span></a></li>
        {{/tabs}}
        </ul></nav>
        <div class="navbar">
        <button type="button" class="bar-button" id="show-sidebar" data-sidebar="open" aria-label="Show sidebar" aria-controls="sidebar" aria-expanded="false"><span class="icon icon-layout-sidebar" aria-hidden="true"></span></button>
        {{#hasSearch}}<a class="bar-button search-entry" href="/search" aria-label="Search everything" aria-keyshortcuts="Control+K"><span class="icon icon-search" aria-hidden="true"></span></a>{{/hasSearch}}
        <a class="bar-button profile-entry" href="/profile" aria-label="Profile"><span class="icon icon-person-circle" aria-hidden="true"></span></a>
        </div>
        """
}
