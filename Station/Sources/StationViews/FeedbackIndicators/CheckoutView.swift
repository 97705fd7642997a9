public import StationRules

/// The checkout indicator of a major task: it turns, and then tells of success or failure. `checkout.js` opens it.
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
        <div class="actions">{{#canBeStopped}}<button type="button" class="button" data-checkout-stop>Stop</button>{{/canBeStopped}}<button type="button" class="button primary" data-checkout-close>Close</button></div>
        </dialog>
        """
}
