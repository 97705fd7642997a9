import StationRules

/// The loading feedback of every screen: the network activity indicator, the skeletons of linked screens, and the notice for
/// slow or failed loads. `skeleton.js` shows it.
public struct LoadingView: View {
    struct Screen: Sendable {
        let path: String
        let label: String
        let content: String
    }

    let screens: [Screen]
    let activity = FeedbackMessages.activity
    let skeletonTime = LoadingTime.skeleton
    let lateTime = LoadingTime.late
    let pictures = FeedbackMessages.pictures
    let late = FeedbackMessages.late
    let reload = FeedbackMessages.reload
    let pictureFailed = FeedbackMessages.pictureFailed
    let picturesFailed = FeedbackMessages.picturesFailed
    let tryAgain = FeedbackMessages.tryAgain
    let noAnswer = FeedbackMessages.noAnswer

    private init(on frame: PageShell.Frame, hasCards: Bool) {
        screens = LoadingScreen.allCases.map { screen in
            let content =
                switch (screen.feedback(hasCards: hasCards), frame) {
                case (.skeleton(let skeleton), .page): SkeletonView(skeleton).html
                // The frame of a full-window task cannot show the skeleton of another screen.
                default: LoadingIndicatorView(.fullScreen, label: screen.label).html
                }
            return Screen(path: screen.path, label: screen.label, content: content)
        }
    }

    /// The folders of `web/patterns` whose styles the skeletons use.
    static let parts = ["library", "cards"]

    /// Returns the same HTML for all screens of a frame.
    /// - Parameter hasCards: Whether the library has cards above its list.
    static func html(on frame: PageShell.Frame, hasCards: Bool = false) -> String {
        switch frame {
        case .page: (hasCards ? pageWithCards : page).current
        case .task: task.current
        }
    }

    private static let page = PerLanguage { LoadingView(on: .page, hasCards: false).html }
    private static let pageWithCards = PerLanguage { LoadingView(on: .page, hasCards: true).html }
    private static let task = PerLanguage { LoadingView(on: .task, hasCards: false).html }

    public static let template = """
        <div class="activity" role="progressbar" aria-label="{{activity}}" hidden></div>
        <div id="waiting" data-skeleton-time="{{skeletonTime}}" data-late-time="{{lateTime}}" data-pictures="{{pictures}}" data-late="{{late}}" data-reload="{{reload}}" data-one="{{pictureFailed}}" data-several="{{picturesFailed}}" data-again="{{tryAgain}}" data-silent="{{noAnswer}}">
        <p class="hidden" role="status" data-loading></p>
        <div class="notice" role="alert" hidden><span class="icon icon-exclamation-triangle" aria-hidden="true"></span><p></p><button type="button" class="button plain" data-act></button><button type="button" class="button plain" data-dismiss aria-label="Close"><span class="icon icon-x-lg" aria-hidden="true"></span></button></div>
        {{#screens}}<template data-path="{{path}}" data-label="{{label}}">{{{content}}}</template>
        {{/screens}}
        </div>
        """
}
