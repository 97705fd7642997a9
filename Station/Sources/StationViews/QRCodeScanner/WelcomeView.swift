/// What a device that is to use the station sees first.
public struct WelcomeView: View {
    public init() {}

    public static let template = """
        <div class="welcome">
        <div class="introduction">
        <p class="brand">Recto</p>
        <h1>Welcome to your scan station</h1>
        <p>Scan paper with the camera of this device, and keep it in the station’s library.</p>
        </div>
        <div class="actions">
        <a class="button primary" href="/welcome/scan"><span class="icon icon-qr-code" aria-hidden="true"></span>Scan Activation Code</a>
        <p class="subhead">The code is shown on the station’s Devices page. Without one, open the address that the station printed when it was started.</p>
        </div>
        </div>
        """
}
