/// Services whose addresses lead to hosts that cannot be seen in them.
enum Redirectors {
    static func contains(_ host: HostName) -> Bool { names.contains { host.isAtOrBelow($0) } }

    private static let names: Set<String> = [
        "adf.ly", "aka.ms", "bit.ly", "bitly.com", "buff.ly", "cutt.ly", "forms.gle", "fwd.cx", "g.page", "goo.gl",
        "goo.su", "is.gd", "l.facebook.com", "lnkd.in", "me-qr.com", "ow.ly", "page.link", "q-r.to", "qr.ae",
        "qr-code-generator.com", "qr1.be", "qrco.de", "qrcode-tiger.com", "qrfy.io", "qrs.ly", "rb.gy", "rebrand.ly",
        "s.id", "safelinks.protection.outlook.com", "scnv.io", "short.gy", "shorturl.at", "t.co", "t.ly", "t2m.io",
        "tiny.cc", "tinyurl.com", "trib.al", "urldefense.com", "v.gd", "wa.link", "youtu.be",
    ]
}
