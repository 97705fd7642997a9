/// A component of the program and its license.
package struct ProgramPart: Hashable, Sendable {
    package let name: String
    package let license: String
    package let address: String

    private init(_ name: String, _ license: String, _ address: String) {
        (self.name, self.license, self.address) = (name, license, address)
    }

    /// All components that the station contains or starts.
    package static let all = [
        ProgramPart("Recto", "Apache-2.0", ""),
        ProgramPart("Swift", "Apache-2.0", "swift.org"),
        ProgramPart("swift-argument-parser", "Apache-2.0", "github.com/apple/swift-argument-parser"),
        ProgramPart("swift-nio", "Apache-2.0", "github.com/apple/swift-nio"),
        ProgramPart("swift-nio-ssl", "Apache-2.0", "github.com/apple/swift-nio-ssl"),
        ProgramPart("hummingbird", "Apache-2.0", "github.com/hummingbird-project/hummingbird"),
        ProgramPart("swift-mustache", "Apache-2.0", "github.com/hummingbird-project/swift-mustache"),
        ProgramPart("GRDB.swift", "MIT", "github.com/groue/GRDB.swift"),
        ProgramPart("SQLite", "Public domain", "sqlite.org"),
        ProgramPart("OpenSSL", "Apache-2.0", "openssl.org"),
        ProgramPart("libpng", "libpng-2.0", "libpng.org"),
        ProgramPart("libjpeg-turbo", "IJG, BSD-3-Clause", "libjpeg-turbo.org"),
        ProgramPart("libtiff", "libtiff", "libtiff.gitlab.io"),
        ProgramPart("libexif", "LGPL-2.1", "libexif.github.io"),
        ProgramPart("libdeflate", "MIT", "github.com/ebiggers/libdeflate"),
        ProgramPart("zbar", "LGPL-2.1", "github.com/mchehab/zbar"),
        ProgramPart("freetype", "FTL", "freetype.org"),
        ProgramPart("libqrencode", "LGPL-2.1", "fukuchi.org/works/qrencode"),
        ProgramPart("Tesseract", "Apache-2.0", "github.com/tesseract-ocr/tesseract"),
        ProgramPart("Leptonica", "BSD-2-Clause", "leptonica.org"),
        ProgramPart("Poppler", "GPL-2.0", "poppler.freedesktop.org"),
        ProgramPart("libheif", "LGPL-3.0", "github.com/strukturag/libheif"),
        ProgramPart("libwebp", "BSD-3-Clause", "chromium.googlesource.com/webm/libwebp"),
        ProgramPart("Bootstrap Icons", "MIT", "icons.getbootstrap.com"),
        ProgramPart("Open Sans", "Apache-2.0", "fonts.google.com/specimen/Open+Sans"),
    ]
}
