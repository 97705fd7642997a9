import Hummingbird

/// The screen between the sign-in and the first one behind it, which turns into that one.
enum LaunchScreen {
    private static let name = "launch"

    /// For the next screen, which is shown soon.
    static var cookie: Cookie {
        Cookie(name: name, value: "1", maxAge: 60, path: "/", httpOnly: true, sameSite: .strict)
    }

    static var noCookie: Cookie {
        Cookie(name: name, value: "", maxAge: 0, path: "/", httpOnly: true, sameSite: .strict)
    }
}
