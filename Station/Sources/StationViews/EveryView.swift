import StationRules

/// All views, for checks of every template.
package enum EveryView {
    package static let types: [any View.Type] = [
        PageShell.self, ScannerView.self, GalleryView.self, EmptiedDraftView.self, AdjustView.self, FoldView.self,
        DraftsView.self,
        LibraryView.self,
        DocumentView.self, PageView.self, PageHitsView.self, PageMarksView.self, FoundPagesView.self,
        TextStatusView.self, TextSettingsView.self, ListReportView.self,
        FilterFormView.self, SearchFieldView.self, ChipsView.self, SearchView.self, FoldersView.self,
        HierarchyView.self, FolderFormView.self, FolderPickerView.self, SelectionView.self, GroupFieldsView.self,
        MoveView.self,
        TagsView.self, FilingRulesView.self, FilingRuleView.self, RuleOutcomeView.self, RuleRunView.self,
        KeptViewsView.self, SuggestionsView.self, DocumentTextView.self, TextFacetView.self,
        EntryFormView.self,
        FormCellView.self, ObjectHeaderView.self,
        FactsView.self,
        RelatedDocumentsView.self, DocumentPagesView.self, NotesView.self, AttachmentsView.self, HistoryView.self,
        CropCheckView.self, CropOutlineView.self,
        IllustratedMessageView.self, ConfirmationView.self, CopyButtonView.self, ImportView.self, FilePickerView.self,
        ImportAnywhereView.self, WelcomeView.self, DemonstrationDoorView.self, DemonstrationBarView.self,
        CameraRequestView.self, CodeScannerView.self,
        DevicesView.self, ReachView.self, ProgramsView.self,
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

    /// The keys of all texts in templates.
    package static var keys: Set<String> {
        Set(types.filter { $0.isRead }.flatMap { TemplateTexts($0.template, in: .english).keys })
    }
}
