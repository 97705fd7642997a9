import Recto

/// Extracts the page from a picture: `Dependent photo.jpg page.pdf`.
@main
enum Dependent {
    static func main() throws {
        let arguments = CommandLine.arguments
        var scanner = PageScanner(detector: try PageDetector())
        var page = try scanner.scan(try PictureReader().read(path: arguments[1])).page
        page.filter = .blackAndWhite
        let rendered = try page.render()
        let document = try DocumentWriter(path: arguments[2], format: .pdf, expectedPages: 1)
        try document.add(rendered)
        try document.finish()
    }
}
