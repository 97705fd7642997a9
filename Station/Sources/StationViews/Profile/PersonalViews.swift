package import StationRules

/// The name, the title and the picture of a person. `web/patterns/profile/profile.js` sends the picture.
package struct PersonalDataView: View {
    let name: String
    let personTitle: String
    let hasPicture: Bool
    let failure: String?
    let maximum = PersonTitle.maximum

    package init(name: String, title: String, hasPicture: Bool, failure: String? = nil) {
        (self.name, personTitle, self.hasPicture, self.failure) = (name, title, hasPicture, failure)
    }

    package static let template = """
        <section class="settings" aria-labelledby="personal-title"><h2 id="personal-title">Personal Data</h2>
        <form method="post" action="/profile/person">
        {{#failure}}<div class="form-note negative" role="alert"><p>{{failure}}</p></div>{{/failure}}
        <div class="field"><label for="person-name">Name</label><input id="person-name" name="name" type="text" value="{{name}}" maxlength="60" autocomplete="name" required></div>
        <div class="field"><label for="person-title">Title</label><input id="person-title" name="title" type="text" value="{{personTitle}}" maxlength="{{maximum}}" autocomplete="organization-title"></div>
        <p class="hint">You sign in with this name, and the others see both.</p>
        <p class="actions"><button class="button">Save</button></p>
        </form>
        <div class="picture-actions" data-picture hidden><label class="button" for="person-picture">Choose Picture…</label><input class="hidden" id="person-picture" type="file" accept="image/*"><p class="form-note negative" role="alert" hidden></p>{{#hasPicture}}<form method="post" action="/profile/picture/remove"><button class="button plain negative">Remove Picture</button></form>{{/hasPicture}}</div>
        </section>
        """
}

/// Units, camera and notices.
package struct PreferencesView: View {
    let units: [Choice]
    let cameras: [Choice]
    let hasCameras: Bool
    let flattening: [Choice]
    let sharpening: [Choice]
    let isNotified: Bool
    /// The choices for sharing; empty if nobody signs in.
    let sharing: [Choice]
    let isShared: Bool

    /// - Parameter isShared: Whether other people may see what the person adds.
    package init(_ settings: PersonalSettings, cameras: [String], isShared: Bool) {
        self.isShared = isShared
        sharing = DocumentSharing.allCases.map {
            Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == settings.sharing ?? .everyone)
        }
        units = UnitSystem.allCases.map { Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == settings.units) }
        self.cameras = CameraChoice(cameras: cameras, chosen: settings.camera).choices
        hasCameras = !cameras.isEmpty
        flattening = PageFlattening.allCases.map {
            Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == settings.pageFlattening)
        }
        sharpening = PageSharpening.allCases.map {
            Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == settings.pageSharpening)
        }
        isNotified = settings.isNotified
    }

    package static let template = """
        <section class="settings" aria-labelledby="preferences-title"><h2 id="preferences-title">Preferences</h2>
        <form method="post" action="/profile/preferences">
        <div class="field"><label for="units">Units</label><select id="units" name="units">{{#units}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/units}}</select></div>
        {{#hasCameras}}<div class="field"><label for="camera">Default camera</label><select id="camera" name="camera">{{#cameras}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/cameras}}</select></div>{{/hasCameras}}
        <div class="field"><label for="flattening">Flatten curved pages</label><select id="flattening" name="flattening">{{#flattening}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/flattening}}</select><p class="hint">Default for new scans and photos. Change it on each page.</p></div>
        <div class="field"><label for="sharpening">Sharper pages</label><select id="sharpening" name="sharpening">{{#sharpening}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/sharpening}}</select><p class="hint">The camera takes several pictures of a page that lies still. They become one that is easier to read.</p></div>
        {{#isShared}}<div class="field"><label for="sharing">What I scan</label><select id="sharing" name="sharing">{{#sharing}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/sharing}}</select><p class="hint">Default for new documents. Change it on each document.</p></div>{{/isShared}}
        <label class="tick"><input type="checkbox" name="notified" value="yes"{{#isNotified}} checked{{/isNotified}}>Due-date notifications</label>
        <p class="actions"><button class="button">Save</button></p>
        </form></section>
        """
}

/// The header of the profile.
package struct ProfileHeaderView: View {
    let picture: String?
    let initials: String?
    let title: String
    let subtitle: String
    let locks: Bool

    /// - Parameters:
    ///   - picture: The URL of the picture.
    ///   - initials: The initials that replace it; empty without a name.
    package init(picture: String?, initials: String, title: String, subtitle: String, action: ProfileAction?) {
        self.picture = picture
        self.initials = picture == nil && !initials.isEmpty ? initials : nil
        (self.title, self.subtitle) = (title, subtitle)
        locks = action == .lock
    }

    package static let template = """
        <header class="profile-header">{{#picture}}<img class="initials" src="{{picture}}" alt="" width="56" height="56">{{/picture}}{{^picture}}{{#initials}}<span class="initials" aria-hidden="true">{{initials}}</span>{{/initials}}{{^initials}}<span class="icon icon-person-circle" aria-hidden="true"></span>{{/initials}}{{/picture}}<div><p class="headline">{{title}}</p><p class="subhead">{{subtitle}}</p></div>{{#locks}}<span class="space"></span><form method="post" action="/session/lock"><button class="button">Lock</button></form>{{/locks}}</header>
        """
}

/// The program and its components.
package struct AboutView: View {
    struct Part: Sendable {
        let name: String
        let license: String
        let address: String?
    }

    let version: String
    let parts: [Part]

    package init(version: String, parts: [ProgramPart]) {
        self.version = version
        self.parts = parts.map {
            Part(name: $0.name, license: $0.license, address: $0.address.isEmpty ? nil : "https://\($0.address)")
        }
    }

    package static let template = """
        <header class="titlebar"><a class="button plain" href="/profile"><span class="icon icon-chevron-left" aria-hidden="true"></span>Profile</a><h1>About</h1></header>
        <div class="profile">
        <dl><div><dt>Recto</dt><dd>{{version}}</dd></div></dl>
        <section id="feedback"><h2>Feedback</h2><p>The station sends nothing to those who make it. Tell them what you miss, with the version above, where you got Recto from.</p></section>
        <section><h2>Licenses</h2>
        <p class="hint">Recto is free software. It is made of these parts, each under its own license.</p>
        <dl>{{#parts}}<div><dt>{{#address}}<a href="{{address}}" rel="noreferrer">{{name}}</a>{{/address}}{{^address}}{{name}}{{/address}}</dt><dd>{{license}}</dd></div>{{/parts}}</dl></section>
        </div>
        """
}

/// The end of the profile: information about the program, and signing out.
package struct ProfileEndView: View {
    let hasNews: Bool
    let version: String?
    let signsOut: String?
    let hasTerms: Bool

    /// - Parameters:
    ///   - version: The version, if it is shown here instead of on a separate screen.
    ///   - signsOut: The label for signing out; `nil` for visitors who have not signed in.
    package init(hasNews: Bool, version: String?, hasTerms: Bool, signsOut: String?) {
        (self.hasNews, self.version, self.hasTerms, self.signsOut) = (hasNews, version, hasTerms, signsOut)
    }

    package static let template = """
        <section aria-labelledby="information-title"><h2 id="information-title">Information</h2>
        <ul class="people">{{#hasNews}}<li><button type="button" class="cell" data-opens="whats-new"><span class="text"><span class="headline">What’s New</span></span><span class="icon icon-chevron-right" aria-hidden="true"></span></button></li>{{/hasNews}}
        {{^version}}<li><a class="cell" href="/profile/about"><span class="text"><span class="headline">About</span></span><span class="icon icon-chevron-right" aria-hidden="true"></span></a></li>{{/version}}
        {{#hasTerms}}<li><a class="cell" href="/profile/consents/terms"><span class="text"><span class="headline">Legal</span></span><span class="icon icon-chevron-right" aria-hidden="true"></span></a></li>{{/hasTerms}}
        <li><a class="cell" href="/profile/about#feedback"><span class="text"><span class="headline">Feedback</span></span><span class="icon icon-chevron-right" aria-hidden="true"></span></a></li></ul></section>
        {{#signsOut}}<form class="sign-out" method="post" action="/sign-out"><button class="button negative">{{signsOut}}</button></form>{{/signsOut}}
        {{#version}}<p class="hint version">Recto {{version}}</p>{{/version}}
        """
}
