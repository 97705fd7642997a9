import StationRules

/// What every screen has at hand for the time that something loads: the network activity indicator, what stands in the place of
/// the screens that links lead to, and the notice of what takes too long or failed. `skeleton.js` shows it.
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

    private init(on frame: PageShell.Frame) {
        screens = LoadingScreen.allCases.map { screen in
            let content =
                switch (screen.feedback, frame) {
                case (.skeleton(let skeleton), .page): SkeletonView(skeleton).html
                // A task's frame has no room for another screen's structure.
                default: LoadingIndicatorView(.fullScreen, label: screen.label).html
                }
            return Screen(path: screen.path, label: screen.label, content: content)
        }
    }

    /// Folders of `web/patterns` whose styles skeletons have, from wherever they are come to.
    static let parts = ["library", "ar-scanner"]

    /// The same on all screens of a frame.
    static func html(on frame: PageShell.Frame) -> String { frame == .page ? page : task }

    private static let page = LoadingView(on: .page).html
    private static let task = LoadingView(on: .task).html

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
