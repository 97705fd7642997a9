import RectoCore

/// Receipts, cards, prints, drawings and other pages without running text.
extension PageSketch {
    mutating func drawReceipt() {
        let face: Typeface = generator.pick([.mono, .wideMono, .mono, .sans])
        let boldFace: Typeface = face == .sans ? .sansBold : .monoBold
        let margin = width * 0.07
        let measure = width - 2 * margin
        // About 32 characters per line.
        let points = measure / 32 / canvas.width(of: "0", TextStyle(face, 1))
        let style = TextStyle(face, points, SRGB(0x2C2C30))
        let step = style.size * 1.35
        var y = margin + step
        line(
            words.company().uppercased(), x: margin, y: y + step, width: measure, TextStyle(boldFace, points * 1.5),
            .center)
        y += 2.6 * step
        for text in [words.street(), "\(words.postcode()) \(words.town())", "Tel \(words.telephone())", words.date()] {
            line(text, x: margin, y: y, width: measure, style, .center)
            y += step
        }
        dashes(y: y - step * 0.3, margin)
        y += step
        var sum = 0
        while y < height - margin - 7.5 * step {
            let price = words.amount(49...2999)
            sum += price.cents
            let item = words.item()
            set(item, x: margin, y: y, style)
            set(price.text, x: margin, y: y, width: measure, style, .right)
            record("\(item) \(price.text)")
            y += step
        }
        dashes(y: y - step * 0.3, margin)
        y += step * 1.2
        let total = TextStyle(boldFace, points * 1.25)
        set("TOTAL", x: margin, y: y, total)
        set(WordSource.money(sum), x: margin, y: y, width: measure, total, .right)
        record("TOTAL \(WordSource.money(sum))")
        y += step * 1.4
        line(generator.chance(0.5) ? "Paid by card" : "Cash", x: margin, y: y, style)
        y += step * 1.4
        if generator.chance(0.5) {
            barcode(x: margin + measure * 0.15, y: y - step * 0.5, width: measure * 0.7, height: step * 1.8)
            y += step * 2.4
        }
        line("Thank you for your visit", x: margin, y: y, width: measure, style, .center)
    }

    private mutating func dashes(y: Double, _ margin: Double) {
        var x = margin
        while x < width - margin {
            canvas.fillRectangle(x, y, 1.1, 0.25, SRGB(0x404040))
            x += 1.9
        }
    }

    mutating func drawBusinessCard() {
        let colored = generator.chance(0.4)
        if colored {
            canvas.fillRectangle(0, 0, width * 0.3, height, accent)
        } else if generator.chance(0.5) {
            canvas.fillRectangle(0, height - 5, width, 5, accent)
        }
        let x = colored ? width * 0.35 : width * 0.08
        if !colored { logo(x: width - 19, y: 6, size: 11) }
        var name = bold(min(12, (width - x) * 0.2))
        name.color = accent
        line(words.person(), x: x, y: 15, name)
        line(
            generator.pick(["Architect", "Engineer", "Sales", "Director", "Gardener", "Accounts"]), x: x, y: 20,
            italic(8))
        var y = height - 20
        for text in [
            words.company(), words.street(), "\(words.postcode()) \(words.town())", "Tel \(words.telephone())",
        ] {
            line(text, x: x, y: y, regular(7))
            y += 3.6
        }
    }

    mutating func drawIdentityCard() {
        let tint = accent.mixed(with: .white, 0.7)
        let noise = LatticeNoise(&generator)
        let base = LinearRGB(tint)
        canvas.paint(x: 0, y: 0, width: width, height: height) { u, v in
            // Fine wavy lines, as on security paper.
            let wave = v * 22 + 1.6 * noise.value(u * 3, v * 3) + 0.5 * noise.value(u * 9, v * 6)
            let line = abs(wave - wave.rounded()) < 0.14 ? Float(0.86) : 1
            return base * (line * (0.92 + 0.16 * noise.value(u * 2, v * 2)))
        }
        canvas.fillRectangle(0, 0, width, 9, accent, opacity: 0.9)
        let head = generator.pick(["IDENTITY CARD", "MEMBER CARD", "STAFF PASS", "LIBRARY CARD"])
        line(head, x: 4, y: 6.4, TextStyle(family.bold, 10, .white))
        photo(x: 4, y: 13, width: 22, height: 28, portrait: true)
        var y = 16.0
        let values = [
            ("Name", words.person()), ("Date of birth", words.date()), ("Town", words.town()),
            ("Number", "\(generator.integer(100_000...999_999))\(generator.integer(10...99))"),
        ]
        for (name, value) in values {
            line(name, x: 30, y: y, TextStyle(family.regular, 4.5, SRGB(0x505050)))
            line(value, x: 30, y: y + 3.6, TextStyle(family.bold, 7.5, SRGB(0x181818)))
            y += 8
        }
        if generator.chance(0.5) {
            canvas.fill(Path(x: 66, y: 17, width: 12, height: 10, radius: 1.5), SRGB(0xD8B860))
            canvas.fillRectangle(66, 21.8, 12, 0.3, SRGB(0x806020))
            canvas.fillRectangle(71.8, 17, 0.3, 10, SRGB(0x806020))
        }
        line(
            "NR<<\(generator.integer(100_000_000...999_999_999))<<\(generator.integer(1000...9999))", x: 4, y: 49.5,
            TextStyle(.mono, 8, SRGB(0x202020)))
    }

    mutating func drawPhotograph() {
        let border = generator.chance(0.6) ? width * 0.035 : 0
        let foot = generator.chance(0.2) ? border * 3 : border
        photo(x: border, y: border, width: width - 2 * border, height: height - border - foot)
    }

    mutating func drawDrawing() {
        let margin = min(width, height) * 0.08
        let box = Point2D(x: width - 2 * margin, y: height - 2 * margin)
        if generator.chance(0.4) {
            canvas.frame(margin / 2, margin / 2, width - margin, height - margin, line: 0.5, ink)
        }
        switch generator.integer(0...2) {
        case 0:
            // A plan: rooms with walls.
            let wall = 1.2
            canvas.frame(margin, margin, box.x, box.y, line: wall, ink)
            var x = margin
            while x < margin + box.x * 0.8 {
                let room = box.x * generator.uniform(0.2, 0.4)
                let split = box.y * generator.uniform(0.3, 0.7)
                let end = min(x + room, margin + box.x)
                canvas.fillRectangle(end, margin, wall, box.y * generator.uniform(0.5, 1), ink)
                canvas.fillRectangle(x, margin + split, (end - x) * 0.7, wall, ink)
                canvas.frame(x + 5, margin + split + 8, max(2, (end - x) * 0.4), 9, line: 0.3, ink)
                x = end
            }
        case 1:
            _ = drawChart(x: margin * 1.5, y: margin * 1.5, width: box.x - margin, height: box.y - margin)
        default:
            for _ in 0..<generator.integer(6...14) {
                let center = Point2D(
                    x: margin + box.x * generator.uniform(0.15, 0.85), y: margin + box.y * generator.uniform(0.15, 0.85)
                )
                let size = min(width, height) * generator.uniform(0.05, 0.16)
                let color = SRGB(
                    hue: generator.unit(), saturation: generator.uniform(0.3, 0.9),
                    brightness: generator.uniform(0.5, 1))
                let sides = generator.integer(3...7)
                let turn = generator.uniform(0, 6)
                let outline = (0..<sides).map {
                    center + Point2D.direction(turn + Double($0) / Double(sides) * 2 * .pi) * size
                }
                canvas.fill(
                    sides == 7 ? Path(ellipseAt: center, radii: Point2D(x: size, y: size)) : Path(polygon: outline),
                    color, opacity: 0.85, blend: .multiply)
            }
        }
    }

    mutating func drawNotes() {
        let ruling = generator.integer(0...2)
        let pitch = ruling == 1 ? 5.0 : 8
        let rule = generator.pick([SRGB(0xA8C0DC), SRGB(0xC4C4C8)])
        if ruling > 0 {
            var y = 18.0
            while y < height - 8 {
                canvas.fillRectangle(0, y, width, 0.25, rule)
                y += pitch
            }
        }
        if ruling == 1 {
            var x = 5.0
            while x < width {
                canvas.fillRectangle(x, 0, 0.25, height, rule)
                x += pitch
            }
        } else if ruling == 2, generator.chance(0.6) {
            canvas.fillRectangle(24, 0, 0.35, height, SRGB(0xE09090))
        }
        let pen = generator.pick([SRGB(0x1C2C8C), SRGB(0x151515), SRGB(0x303438)])
        let size = generator.uniform(2, 3.2)
        let lineStep = ruling == 1 ? 10.0 : max(8, size * 3.2)
        let last = 26 + (height - 45) * generator.uniform(0.2, 1)
        var y = 25.6
        while y < last {
            let short = generator.chance(0.2)
            scribble(x: 28, y: y, width: (width - 42) * (short ? generator.uniform(0.3, 0.8) : 1), size: size, pen)
            y += lineStep * (short && generator.chance(0.4) ? 2 : 1)
        }
    }

    mutating func drawBlank() {
        switch generator.integer(0...3) {
        case 0: break
        case 1: scribble(x: width * 0.12, y: height * 0.12, width: width * 0.3, size: 2.6, SRGB(0x20242C))
        case 2: line(String(generator.integer(1...90)), x: 0, y: height - 11, width: width, regular(9), .center)
        default: line(words.title(), x: width * 0.12, y: height * 0.1, bold(12))
        }
    }

    mutating func drawCertificate() {
        let edge = generator.uniform(2.5, 11)
        canvas.frame(edge, edge, width - 2 * edge, height - 2 * edge, line: generator.uniform(0.8, 4), accent)
        canvas.frame(edge + 5.5, edge + 5.5, width - 2 * edge - 11, height - 2 * edge - 11, line: 0.5, accent)
        let x = edge + 16
        let measure = width - 2 * x
        var title = TextStyle(family.bold, 30, accent)
        let head = generator.pick(["Certificate", "Diploma", "Award of Merit", "Letter of Thanks"])
        title.points = min(title.points, 30 * measure / canvas.width(of: head, title))
        var y = height * 0.24
        line(head, x: x, y: y, width: measure, title, .center)
        y += height * 0.09
        line("is given to", x: x, y: y, width: measure, italic(12), .center)
        y += height * 0.1
        line(words.person(), x: x, y: y, width: measure, bold(20), .center)
        y = paragraph(
            "for \(words.adjective()) work. \(words.paragraph(sentences: 2))", x: x, y: y + height * 0.08,
            width: measure, regular(11), .center, leading: 1.4)
        signature(x: x + 8, y: height - edge - 26, width: 36)
        canvas.fillRectangle(x, height - edge - 21, 55, 0.3, ink)
        line(words.person(), x: x, y: height - edge - 16.5, regular(8))
        stamp(at: Point2D(x: width - x - 20, y: height - edge - 28), radius: 15)
    }

    mutating func drawPoster() {
        let light = SRGB(0xF4F0E4)
        let margin = width * 0.09
        let measure = width - 2 * margin
        if generator.chance(0.5) {
            photo(x: margin, y: height * 0.42, width: measure, height: height * 0.42)
        } else {
            for _ in 0..<5 {
                let center = Point2D(x: width * generator.uniform(0.1, 0.9), y: height * generator.uniform(0.45, 0.8))
                let radius = width * generator.uniform(0.05, 0.16)
                canvas.fill(Path(ellipseAt: center, radii: Point2D(x: radius, y: radius)), accent, opacity: 0.8)
            }
        }
        let title = TextStyle(family.bold, width * 0.16, light)
        let y = paragraph(words.title(), x: margin, y: height * 0.15, width: measure, title, leading: 1.1)
        line(words.date(), x: margin, y: y, TextStyle(family.regular, width * 0.075, light))
        line(
            "\(words.town()), \(words.street())", x: margin, y: height * 0.92, width: measure,
            TextStyle(family.regular, width * 0.06, light), .right)
    }
}
