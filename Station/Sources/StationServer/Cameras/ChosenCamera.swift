import Hummingbird

/// The camera that a browser last chose on a camera view. It keeps it when a view is opened without a camera in its
/// URL, such as after a look at the pages.
enum ChosenCamera {
    private static let cookie = "camera"
    private static let parameter = "source"
    /// The value of the cookie for the browser's own camera. Empty cookies count as absent.
    private static let own = "own"

    /// Returns the index of the station's camera; `nil` for the browser's own.
    /// - Parameter usual: The camera of a browser that has not chosen one.
    static func index(for request: Request, otherwise usual: Int? = nil) -> Int? {
        (named(in: request) ?? request.cookies[cookie]?.value).map { Int($0) } ?? usual
    }

    /// Makes the browser keep the camera that the URL names.
    static func keep(_ request: Request, in response: inout Response) {
        guard let named = named(in: request) else { return }
        response.setCookie(
            Cookie(
                name: cookie, value: Int(named).map { "\($0)" } ?? own, path: "/", httpOnly: true, sameSite: .strict))
    }

    private static func named(in request: Request) -> String? {
        request.uri.queryParameters[parameter[...]].map { String($0) }
    }
}
