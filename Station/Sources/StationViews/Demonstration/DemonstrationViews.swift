/// The bar on each screen of the demonstration, which explains it and offers to leave it.
struct DemonstrationBarView: View {
    static let template = """
        <aside class="demonstration-bar" aria-labelledby="demonstration-title"><p><strong id="demonstration-title">Demonstration</strong> <span>Sample documents. You can’t change anything here.</span></p><form method="post" action="/sign-out"><button class="button">End Demonstration</button></form></aside>
        """
}

/// The entrance to the demonstration.
package struct DemonstrationDoorView: View {
    package init() {}

    package static let template = """
        <div class="door">
        <p class="brand">Recto</p>
        <h1>Demonstration</h1>
        <p>Sample documents. You can’t change anything here.</p>
        <form method="post" action="/demonstration"><button class="button primary">Explore a Sample Library</button></form>
        <div class="door-links"><a class="button plain" href="/">Cancel</a></div>
        </div>
        """
}
