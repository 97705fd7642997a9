import Hummingbird

/// The screen between the sign-in and the first screen after it, into which it transforms.
enum LaunchScreen {
    private static let name = "launch"

    /// Makes the next screen, which follows soon, show it.
    static var cookie: Cookie {
        Cookie(name: name, value: "1", maxAge: 60, path: "/", httpOnly: true, sameSite: .strict)
    }

    static var noCookie: Cookie {
        Cookie(name: name, value: "", maxAge: 0, path: "/", httpOnly: true, sameSite: .strict)
    }
}
