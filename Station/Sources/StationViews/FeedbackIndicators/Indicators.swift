public import StationRules

/// A spinner with a label, while content is loading.
public struct LoadingIndicatorView: View {
    /// Its place on the screen.
    public enum Place: String, Sendable {
        /// In the middle of an empty screen.
        case fullScreen = "full-screen"
        /// Below a list that is loading more.
        case inline
        /// On an overlay over content that is being replaced.
        case overlay
    }

    let place: String
    let label: String

    public init(_ place: Place, label: String) {
        self.place = place.rawValue
        self.label = label
    }

    public static let template = """
        <div class="loading loading-{{place}}" role="status"><span class="spinner" aria-hidden="true"></span><span class="loading-label">{{label}}</span></div>
        """
}

/// The progress of an action, with a button to cancel it. A module fills in the numbers. The bar is indeterminate
/// until the total is known.
public struct ProgressIndicatorView: View {
    let name: String
    let label: String
    let text: String

    /// - Parameters:
    ///   - name: The class by which the module finds it.
    ///   - text: The text with `{n}` in place of the number of finished items and of the total.
    public init(name: String, label: String, text: String) {
        self.name = name
        self.label = label
        self.text = text
    }

    public static let template = """
        <div class="{{name}} progress-indicator" role="group" aria-label="{{label}}" hidden>
        <p data-text="{{text}}"></p>
        <progress aria-label="{{label}}"></progress>
        <button type="button" class="button plain" data-stop>Stop</button>
        </div>
        """
}

/// The checkout indicator of a major task: it spins, then shows success or failure. `checkout.js` opens it.
public struct CheckoutView: View {
    let id: String
    let presentation: String
    let processing: String
    let success: String
    let failure: String
    let canBeStopped: Bool
    let stays = LoadingTime.success

    public init(_ task: CheckoutTask) {
        id = "checkout-\(task.rawValue)"
        presentation = task.presentation == .fullScreen ? "full-screen" : "modal"
        processing = task.label(.processing)
        success = task.label(.success)
        failure = task.label(.failure)
        canBeStopped = task.canBeStopped
    }

    public static let template = """
        <dialog id="{{id}}" class="checkout checkout-{{presentation}}" data-state="processing" data-stays="{{stays}}" aria-labelledby="{{id}}-label">
        <svg class="checkout-ring" viewBox="0 0 64 64" role="progressbar" aria-labelledby="{{id}}-label"><circle class="ring-ground" cx="32" cy="32" r="28"/><circle class="ring-part" cx="32" cy="32" r="28" pathLength="100" stroke-dasharray="25 75"/><path class="ring-success" d="M20 33l8 8 16-17"/><path class="ring-failure" d="M23 23l18 18M41 23l-18 18"/></svg>
        <p id="{{id}}-label" class="checkout-label" role="status" data-processing="{{processing}}" data-success="{{success}}" data-failure="{{failure}}">{{processing}}</p>
        <p class="checkout-reason"></p>
        <div class="actions">{{#canBeStopped}}<button type="button" class="button" data-checkout-stop>Stop</button>{{/canBeStopped}}<a class="button" href="/documents" data-checkout-library hidden>Open Library</a><button type="button" class="button primary" data-checkout-close>Close</button></div>
        </dialog>
        """
}
