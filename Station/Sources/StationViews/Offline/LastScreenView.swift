import StationRules

/// The screen that the browser shows offline if it has lost the cached screens and files. It only contains text.
package struct LastScreenView: View {
    let language = Language.current.rawValue

    package init() {}

    package static let template = """
        <!DOCTYPE html>
        <html lang="{{language}}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Offline</title></head>
        <body><h1>Offline</h1><p>This screen needs the station, which does not answer now. <a href="">Try Again</a></p></body></html>
        """
}
