import StationRules

/// The offline content of the browser: pending scans and changes, and documents to read.
/// `web/patterns/offline/list.js` fills it in.
package struct OfflineListView: View {
    let filters = ScanFilter.allCases.map { Choice(name: $0.rawValue, label: $0.label, isChosen: false) }

    package init() {}

    package static let template = """
        <st-offline-list class="offline-screen">
        <header class="titlebar"><a class="button plain" href="/documents"><span class="icon icon-chevron-left" aria-hidden="true"></span>Library</a><h1 tabindex="-1">Offline</h1><span class="space"></span><button type="button" class="button" data-sync><span class="icon icon-arrow-repeat sync-icon" aria-hidden="true"></span>Sync Now</button><a class="button primary" href="/offline/scan"><span class="icon icon-camera" aria-hidden="true"></span>Scan</a></header>
        <p class="offline-note" data-from hidden>This page isn’t available offline. <a href="/">Try Again</a></p>
        <p class="hint offline-synced" data-sync-time></p>
        <p class="offline-note" data-room role="status" hidden></p>
        <p class="offline-note" data-keeping role="status" hidden></p>
        <p class="offline-note" data-locked hidden>Locked. You can scan; to see what is kept here, sign in when the station is back.</p>
        <p class="offline-note" data-stranger hidden>Nobody has signed in here. Sign in when the station is back. <a href="/home" data-sign-in>Sign In</a></p>
        <div class="offline-lists">
        <section aria-labelledby="conflicts-title" data-section="conflicts" hidden><h2 id="conflicts-title">Changed twice</h2><p class="hint">Somebody else changed these documents too. Choose which version to keep. What is not named under “Yours” stays as in the other version.</p><ul class="offline-cells"></ul></section>
        <section aria-labelledby="scans-title" data-section="scans"><h2 id="scans-title">Scans</h2><p class="hint" data-empty hidden>Nothing waiting to sync</p><ul class="offline-cells"></ul></section>
        <section aria-labelledby="edits-title" data-section="edits" hidden><h2 id="edits-title">Changes</h2><ul class="offline-cells"></ul></section>
        <section aria-labelledby="kept-title" data-section="kept"><h2 id="kept-title">Documents to read</h2><p class="hint" data-empty hidden>No documents are kept here.</p><ul class="offline-cells"></ul></section>
        </div>
        <section class="offline-document" hidden aria-labelledby="offline-document-title"></section>
        <p class="offline-undo" role="status" hidden><span></span><button type="button" class="button plain" data-undo-delete>Undo</button></p>
        <dialog id="offline-edit" class="sheet" aria-labelledby="offline-edit-title"><form method="dialog">
        <header class="bar"><button type="button" class="button plain" data-closes>Cancel</button><h2 id="offline-edit-title">Edit</h2><button class="button plain" value="save">Save</button></header>
        <div class="field"><label for="offline-edit-name">Title</label><input id="offline-edit-name" type="text" name="title" maxlength="120" required></div>
        <div data-details><div class="field"><label for="offline-type">Type</label><input id="offline-type" type="text" name="type" maxlength="60"></div>
        <div class="field"><label for="offline-correspondent">Correspondent</label><input id="offline-correspondent" type="text" name="correspondent" maxlength="60"></div>
        <div class="field"><label for="offline-tags">Tags</label><input id="offline-tags" type="text" name="tags" maxlength="400"></div>
        <div class="field"><label for="offline-date">Date</label><input id="offline-date" type="date" name="date"></div>
        <div class="field"><label for="offline-due">Due</label><input id="offline-due" type="date" name="due"></div></div>
        </form></dialog>
        <template data-cell><li class="cell offline-cell"><span class="leading-place"><img class="leading" alt="" hidden><span class="icon icon-file-earmark-text" aria-hidden="true"></span></span><div class="text"><a class="headline"></a><span class="subhead"></span></div><div class="cell-actions"></div></li></template>
        <template data-conflict><li class="offline-conflict"><p class="headline"></p><div class="offline-sides"><div><h3>Yours</h3><dl></dl><button type="button" class="button" data-choose="mine">Keep Mine</button></div><div><h3>The other one</h3><dl></dl><button type="button" class="button" data-choose="theirs">Keep the Other</button></div></div></li></template>
        <template data-viewer><header class="titlebar"><a class="button plain" href="#"><span class="icon icon-chevron-left" aria-hidden="true"></span>Offline</a><h2 id="offline-document-title"></h2><span class="space"></span><button type="button" class="button" data-again><span class="icon icon-arrow-repeat" aria-hidden="true"></span>Try Again</button><button type="button" class="button" data-edit><span class="icon icon-pencil" aria-hidden="true"></span>Edit</button><button type="button" class="button negative" data-delete><span class="icon icon-trash" aria-hidden="true"></span>Delete</button></header><p class="hint" data-facts></p><ol class="offline-pages"></ol></template>
        <template data-page><li class="offline-page"><figure><img alt=""></figure><div class="offline-page-actions"><span class="offline-page-number"></span><select aria-label="Filter">{{#filters}}<option value="{{name}}">{{label}}</option>{{/filters}}</select><button type="button" class="round" data-turn aria-label="Rotate"><span class="icon icon-arrow-clockwise" aria-hidden="true"></span></button><button type="button" class="round" data-earlier aria-label="Move earlier"><span class="icon icon-arrow-up" aria-hidden="true"></span></button><button type="button" class="round" data-save aria-label="Save File"><span class="icon icon-download" aria-hidden="true"></span></button><button type="button" class="round" data-remove aria-label="Delete page"><span class="icon icon-trash" aria-hidden="true"></span></button></div></li></template>
        <template data-say="page">Page {n}</template>
        <template data-say="onePage">1 page</template>
        <template data-say="pages">{n} pages</template>
        <template data-say="open">being scanned</template>
        <template data-say="waiting">waits to be sent</template>
        <template data-say="sending">is being sent</template>
        <template data-say="sent">sent</template>
        <template data-say="failed">not sent: {reason}</template>
        <template data-say="scan">Scan {time}</template>
        <template data-say="deleted">Deleted: {title}</template>
        <template data-say="filed">New details</template>
        <template data-say="pageChanged">Page {n} changed</template>
        <template data-say="trashed">To the trash</template>
        <template data-say="gone">It is no longer in the library.</template>
        <template data-say="rename">Rename</template>
        <template data-say="delete">Delete</template>
        <template data-say="again">Try Again</template>
        <template data-say="saveFile">Save File</template>
        <template data-say="lost">The browser has lost this picture.</template>
        <template data-say="openDocument">Open Document</template>
        <template data-say="dropped">Discard Change</template>
        <template data-say="title">Title</template>
        <template data-say="type">Type</template>
        <template data-say="correspondent">Correspondent</template>
        <template data-say="tags">Tags</template>
        <template data-say="date">Date</template>
        <template data-say="due">Due</template>
        <template data-say="none">None</template>
        </st-offline-list>
        """
}

/// The offline scanner, which `web/patterns/offline/scanner.js` runs.
package struct OfflineScannerView: View {
    /// The URL of the engine for browsers, if available.
    let engine: String?
    let limit = OfflineLimits.scans
    let request = CameraRequestView(isHidden: true).html
    let filters = ScanFilter.allCases.map { Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == .color) }

    package init(engine: String?) { self.engine = engine }

    package static let template = """
        <st-offline-scanner class="offline-scanner"{{#engine}} data-engine="{{engine}}"{{/engine}} data-limit="{{limit}}">
        <h1 class="hidden">Scan offline</h1>
        <video autoplay muted playsinline aria-label="Camera"></video>
        <svg class="offline-outline" aria-hidden="true" preserveAspectRatio="xMidYMid slice"><polygon points=""/></svg>
        <div class="offline-top"><a class="round" href="/offline" aria-label="Close"><span class="icon icon-x-lg" aria-hidden="true"></span></a><p class="offline-prompt" role="status"></p><select class="offline-filter" aria-label="Filter">{{#filters}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/filters}}</select></div>
        <p class="offline-note" data-room role="status" hidden></p>
        <p class="offline-note" data-trouble role="alert" hidden></p>
        <p class="offline-note" data-stranger hidden>Nobody has signed in here. Sign in when the station is back. <a href="/home" data-sign-in>Sign In</a></p>
        {{{request}}}
        <p class="offline-note" data-no-camera role="alert" hidden>There is no camera, or no access to it. Choose pictures instead.</p>
        <div class="offline-bottom"><a class="offline-last" href="/offline" aria-label="What was scanned" hidden><img alt=""><span class="offline-count"></span></a><button type="button" class="offline-shutter" data-shutter aria-label="Capture" disabled></button><div class="offline-more"><label class="offline-automatic"><input type="checkbox" checked data-automatic>Automatic</label><label class="button" for="offline-files">Pictures…</label><input class="hidden" id="offline-files" type="file" accept="image/*" multiple><button type="button" class="button primary" data-done disabled>Done</button></div></div>
        <template data-say="noDocument">Position the document in view</template>
        <template data-say="partlyOutside">Show the whole document</template>
        <template data-say="tooFar">Move closer</template>
        <template data-say="tooClose">Move farther away</template>
        <template data-say="tilted">Hold the camera straight above the page</template>
        <template data-say="tooDark">Add more light</template>
        <template data-say="glare">Too much glare. Tilt or move the page.</template>
        <template data-say="moving">Hold the camera steady</template>
        <template data-say="holdSteady">Hold the camera steady</template>
        <template data-say="capturing">Capturing</template>
        <template data-say="captured">Captured</template>
        <template data-say="samePage">Captured. Show the next page.</template>
        <template data-say="manual">Press the shutter for each page.</template>
        <template data-say="limit">This document is full. Press Done to begin another.</template>
        <template data-say="noPicture">“{name}” is not a picture.</template>
        <template data-say="notKept">The page could not be kept. Free some space, then try again.</template>
        </st-offline-scanner>
        """
}
