import Mustache

/// The compiled templates of all views, each under the name of its type.
package enum Templates {
    package static let views: [any View.Type] = [
        PageShell.self, ScannerView.self, GalleryView.self, AdjustView.self, LibraryView.self, DocumentView.self,
        IllustratedMessageView.self, ConfirmationView.self, ImportView.self, WelcomeView.self, CodeScannerView.self,
        DevicesView.self,
        ActivationView.self, ScenesView.self, NewAnchorView.self, SceneView.self, AnnotationView.self,
        ArScannerView.self, ScannerCapabilitiesView.self, ScannerStatusView.self, ScanImageInfoView.self,
        NavigationView.self, SidebarView.self, ProfileView.self, RelatedView.self,
        MessagesView.self, CardsView.self,
        LoadingView.self, LoadingIndicatorView.self, ProgressIndicatorView.self, CheckoutView.self, SkeletonView.self,
        PlaceholderView.self,
    ]

    private static let library: MustacheLibrary = {
        var templates: [String: MustacheTemplate] = [:]
        for view in views {
            do { templates["\(view)"] = try MustacheTemplate(string: view.template) } catch {
                preconditionFailure("the template of \(view) is not Mustache: \(error)")
            }
        }
        return MustacheLibrary(templates: templates)
    }()

    static func render<Model: View>(_ view: Model) -> String {
        guard let html = library.render(view, withTemplate: "\(Model.self)") else {
            preconditionFailure("\(Model.self) is not among the views")
        }
        return html
    }
}

extension View {
    /// The view as HTML.
    public var html: String { Templates.render(self) }
}
