public import StationRules

/// The ways to the main places around a screen: the sidebar, or the tab bar where the window is narrow, and the ends of the
/// navigation bar.
public struct NavigationView: View {
    struct Tab: Sendable {
        let label: String
        let path: String
        let icon: String
        let isCurrent: Bool
    }

    let tabs: [Tab]
    let sidebar: String

    /// - Parameters:
    ///   - place: To which the screen belongs.
    ///   - at: Address of the screen.
    public init(_ sidebar: Sidebar, place: Place?, memory: PlaceMemory, at: String, isEditing: Bool) {
        tabs = Place.allCases.map {
            Tab(label: $0.label, path: memory.path(to: $0, from: place), icon: $0.icon, isCurrent: $0 == place)
        }
        self.sidebar = SidebarView(sidebar, at: at, isEditing: isEditing).html
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
        <a class="bar-button profile-entry" href="/profile" aria-label="Profile"><span class="icon icon-person-circle" aria-hidden="true"></span></a>
        </div>
        """
}
