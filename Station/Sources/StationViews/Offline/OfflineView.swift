package import StationRules

/// The connection status on every screen: the status bar and the banner while offline, and the synchronization of
/// pending changes. `web/patterns/offline/status.js` shows and hides its parts.
struct OfflineView: View {
    /// The owner of the screen.
    enum Owner {
        case person(String)
        case nobody
        /// The owner that the browser stored from the last screen of the station.
        case asKept
    }

    let person: String?
    let former: String?
    let isForNobody: Bool
    /// The duration in seconds; zero if the banner stays.
    let bannerSeconds: Int
    let retrySeconds = OfflineLimits.seconds
    let color = ThemeColor.offline

    init(_ owner: Owner, former: String? = nil, banner: OfflineBanner = .passing) {
        self.former = former
        if case .person(let name) = owner { person = name } else { person = nil }
        if case .nobody = owner { isForNobody = true } else { isForNobody = false }
        bannerSeconds = banner.seconds
    }

    static let template = """
        <div id="offline"{{#person}} data-person="{{person}}"{{/person}}{{#former}} data-former="{{former}}"{{/former}}{{#isForNobody}} data-nobody{{/isForNobody}} data-banner="{{bannerSeconds}}" data-retry="{{retrySeconds}}" data-color="{{color}}">
        <p class="status-bar" hidden>Offline</p>
        <div class="offline-banner" role="status" hidden><span class="icon icon-exclamation-triangle" aria-hidden="true"></span><div class="text"><p>The station can’t be reached.</p><p class="detail">What you scan is kept here and sent later.</p><p class="actions"><a href="/offline/scan">Scan</a><a href="/offline">Saved on this device</a></p></div><button type="button" class="round" data-close-banner aria-label="Close"><span class="icon icon-x-lg" aria-hidden="true"></span></button></div>
        <div class="sync-banner" role="status" data-state="syncing" hidden><span class="icon icon-arrow-repeat sync-icon" aria-hidden="true"></span><p class="sync-text"></p><a class="button plain" href="/home" data-sign-in hidden>Sign In</a><button type="button" class="button plain" data-sync-cancel>Cancel</button><button type="button" class="round" data-close-sync aria-label="Close"><span class="icon icon-x-lg" aria-hidden="true"></span></button></div>
        <div class="sync-line" role="progressbar" aria-label="Syncing" hidden></div>
        <template data-sync-action><button type="button" class="button" data-sync><span class="icon icon-arrow-repeat sync-icon" aria-hidden="true"></span>Sync Now</button></template>
        <template data-say="beginning">Syncing…</template>
        <template data-say="syncing">Syncing {n} of {m}…</template>
        <template data-say="stopping">Stopping after this item…</template>
        <template data-say="completed">Sync Completed</template>
        <template data-say="stopped">Sync stopped. Not sent: {n}.</template>
        <template data-say="interrupted">The connection was lost. Not sent: {n}.</template>
        <template data-say="stranger">You are signed out. Not sent: {n}.</template>
        <template data-say="trouble">{n} to decide</template>
        <template data-say="unsent">{n} not sent yet</template>
        <template data-say="nothing">Nothing waits to be sent.</template>
        <template data-say="synced">Last sync: {time}</template>
        <template data-say="never">Not synced yet</template>
        <template data-say="insecure">Nothing can be kept over a connection without encryption. Open the station by its secure address, or on its own machine.</template>
        <template data-say="untrusted">This browser cannot work without the station: it does not trust the station’s certificate, or does not allow storage.</template>
        <template data-say="low">The space for this browser is running out. Sync soon.</template>
        <template data-say="full">The space for this browser is full. Sync before you scan more.</template>
        </div>
        """
}

/// The profile's section about offline content: the last synchronization, and a button to start one now.
package struct SyncView: View {
    let banners: [Choice]

    package init(banner: OfflineBanner?) {
        banners = OfflineBanner.allCases.map {
            Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == banner ?? .passing)
        }
    }

    package static let template = """
        <section class="settings" id="sync" aria-labelledby="sync-title"><h2 id="sync-title">Offline and Sync</h2>
        <div class="sync-cell"><button type="button" class="button" data-sync><span class="icon icon-arrow-repeat sync-icon" aria-hidden="true"></span>Sync Now</button><svg class="checkout-ring sync-ring" viewBox="0 0 64 64" role="img" aria-label="Sync Completed" hidden><circle class="ring-ground" cx="32" cy="32" r="28"/><circle class="ring-part" cx="32" cy="32" r="28" pathLength="100" stroke-dasharray="25 75"/><path class="ring-success" d="M20 33l8 8 16-17"/><path class="ring-failure" d="M23 23l18 18M41 23l-18 18"/></svg><p class="hint" data-sync-time></p><p class="hint" data-sync-waiting></p><p class="hint"><a href="/offline">Saved on this device</a></p></div>
        <form method="post" action="/profile/preferences/offline">
        <div class="field"><label for="offline-banner">The notice of being offline</label><select id="offline-banner" name="banner">{{#banners}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/banners}}</select></div>
        <p class="actions"><button class="button">Save</button></p>
        </form></section>
        <dialog id="unsent" class="alert" aria-labelledby="unsent-title"><h2 id="unsent-title">Not everything is sent</h2><p data-unsent></p><p>It stays in this browser until you sign in here again.</p><div class="actions"><form method="dialog"><button class="button" autofocus>Cancel</button></form><button type="button" class="button" data-sync>Sync Now</button><button type="button" class="button negative" data-sign-out>Sign Out</button></div></dialog>
        """
}
