import Mustache
import StationRules

/// The compiled templates of all views, each under the name of its type.
package enum Templates {
    package static let views: [any View.Type] = [
        PageShell.self, ScannerView.self, GalleryView.self, EmptiedDraftView.self, AdjustView.self, FoldView.self,
        DraftsView.self,
        LibraryView.self,
        DocumentView.self, PageView.self, PageHitsView.self, PageMarksView.self, FoundPagesView.self,
        TextStatusView.self, TextSettingsView.self, ListReportView.self,
        FilterFormView.self, SearchFieldView.self, ChipsView.self, SearchView.self, FoldersView.self,
        HierarchyView.self, FolderFormView.self, FolderPickerView.self, SelectionView.self, GroupFieldsView.self,
        MoveView.self,
        TagsView.self, KeptViewsView.self, SuggestionsView.self, DocumentTextView.self, TextFacetView.self,
        EntryFormView.self,
        FormCellView.self, ObjectHeaderView.self,
        FactsView.self,
        RelatedDocumentsView.self, DocumentPagesView.self, NotesView.self, AttachmentsView.self, HistoryView.self,
        IllustratedMessageView.self, ConfirmationView.self, ImportView.self, FilePickerView.self,
        ImportAnywhereView.self, WelcomeView.self, DemonstrationDoorView.self, DemonstrationBarView.self,
        CameraRequestView.self, CodeScannerView.self,
        DevicesView.self, ReachView.self,
        ActivationView.self, ActivateView.self, JoinView.self, ScenesView.self, NewAnchorView.self, SceneView.self,
        AnnotationView.self,
        ArScannerView.self, ScannerCapabilitiesView.self, ScannerStatusView.self, ScanImageInfoView.self,
        NavigationView.self, SidebarView.self, ProfileView.self, RelatedView.self,
        MessagesView.self, FailureView.self, CardsView.self, CardView.self, MonthView.self, ClockSettingsView.self,
        LanguageSettingsView.self,
        ActivityView.self, StorageView.self, PartView.self, CameraSettingsView.self,
        LoadingView.self, LoadingIndicatorView.self, ProgressIndicatorView.self, CheckoutView.self, SkeletonView.self,
        PlaceholderView.self,
        SignInView.self, PeoplePickerView.self, RecoveryView.self, ConfirmIdentityView.self, OnboardingView.self,
        PeopleView.self, InvitationView.self, InvitationStartView.self, RecoveryCodesView.self, NewCodesView.self,
        OwnSignInView.self, ProfilePeopleView.self, PasskeyButtonView.self, PasskeysView.self,
        PasscodeFieldView.self, ConsentView.self, ConsentSettingsView.self,
        PersonalDataView.self, PreferencesView.self, ProfileHeaderView.self, ProfileEndView.self, AboutView.self,
        WhatsNewView.self, MapView.self, MapPanelsView.self, MapRowsView.self, MapDetailView.self, MapFormView.self,
        MapPlansView.self, MapPlanPanelView.self, MapPlanFieldsView.self, MapLabelsView.self, MapImportView.self,
        PlaceView.self,
        GonePlaceView.self, SignView.self,
        PasskeyOfferView.self, InterludeView.self,
        HomeView.self, ListPreviewView.self, ChartPageView.self, CapturesView.self, CalendarView.self,
        RetentionView.self, TimelineView.self,
        TimelineStripView.self, WidgetView.self, WidgetPageView.self, WidgetSVG.self, BoardView.self,
        MailView.self,
        OfflineView.self, OfflineListView.self, OfflineScannerView.self, LastScreenView.self, SyncView.self,
    ]

    private static let library = PerLanguage {
        MustacheContentTypes.register(Markup(), named: Markup.name)
        var templates: [String: MustacheTemplate] = [:]
        for view in views {
            let template = isRead(view) ? TemplateTexts(view.template, in: .current).template : view.template
            do { templates["\(view)"] = try MustacheTemplate(string: Markup.pragma + template) } catch {
                preconditionFailure("the template of \(view) is not Mustache: \(error)")
            }
        }
        return MustacheLibrary(templates: templates)
    }

    /// The keys of all texts in templates.
    package static var keys: Set<String> {
        Set(views.filter(isRead).flatMap { TemplateTexts($0.template, in: .english).keys })
    }

    /// Whether people read a view. Programs read XML, whose words have no language.
    private static func isRead(_ view: any View.Type) -> Bool { !(view is any XMLView.Type) }

    static func render<Model: View>(_ view: Model) -> String {
        guard let html = library.current.render(values(of: view) ?? view, withTemplate: "\(Model.self)") else {
            preconditionFailure("\(Model.self) is not among the views")
        }
        return html
    }

    /// The values of a model by property names, recursively; `nil` is left out. Without it, Mustache would reflect on the model
    /// once per name in the template, which is slow for lists.
    private static func values(of model: Any) -> Any? {
        // What most values are: reflecting on them tells nothing.
        if model is String || model is Bool || model is Int { return model }
        if let model = model as? any TemplateModel { return TemplateValues(model) }
        let mirror = Mirror(reflecting: model)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.flatMap { values(of: $0.value) }
        case .collection: return mirror.children.compactMap { values(of: $0.value) }
        case .struct:
            return TemplateValues(
                mirror.children.reduce(into: [:]) { $0[$1.label ?? ""] = values(of: $1.value) })
        default: return model
        }
    }
}

/// Text in HTML and XML, escaped by its bytes. Mustache itself asks a dictionary for each character, which takes long.
private struct Markup: MustacheContentType {
    static let name = "MARKUP"
    /// What a template begins with.
    static let pragma = "{{% CONTENT_TYPE:\(name) }}\n"

    func escapeText(_ text: String) -> String {
        guard text.utf8.contains(where: { Self.escape(for: $0) != nil }) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 2)
        for byte in text.utf8 {
            if let escape = Self.escape(for: byte) { bytes += escape.utf8 } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func escape(for byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }
}

/// The values of a model by the names in the template. Mustache asks each object that may have a name what it is, again and again: for a
/// class that takes less than for a dictionary.
package final class TemplateValues: MustacheParent {
    private let values: [String: Any]

    init(_ values: [String: Any]) { self.values = values }

    convenience init(_ model: some TemplateModel) { self.init(model.values) }

    package func child(named name: String) -> Any? { values[name] }

    /// What a section leaves out: a value that is not there at all would be looked for in all that is around.
    static func orNone<Value>(_ value: Value?) -> Any { value.map { $0 as Any } ?? false }
}

/// A model of which a screen has many, such as the row of a list. It tells its values itself: to find them out by reflection takes
/// long.
package protocol TemplateModel {
    /// By the names in the template.
    var values: [String: Any] { get }
}

extension View {
    /// The view as HTML.
    public var html: String { Templates.render(self) }
}

/// A piece of HTML: a model, whose stored properties the template names, and the template.
///
/// `{{name}}` escapes a value; `{{{name}}}` does not, and is for HTML of other views only.
public protocol View: Sendable {
    /// Mustache.
    static var template: String { get }
}

/// One of several options, of which one is chosen.
struct Choice: Sendable {
    let name: String
    let label: String
    let isChosen: Bool
}
