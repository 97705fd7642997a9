import RectoCore

/// Office papers and book pages.
extension PageSketch {
    /// Side margin of an office page in millimeters.
    private var margin: Double { width * 0.11 }
    private var measure: Double { width - 2 * margin }
    private var bottom: Double { height - width * 0.1 }
    /// Type size of running text: small sheets have smaller type.
    private var textSize: Double { width < 170 ? 8.5 : 10.5 }

    mutating func drawLetter() {
        let side = generator.chance(0.5)
        if generator.chance(0.8) { logo(x: side ? margin : width - margin - 16, y: 14, size: 16) }
        let company = words.company()
        let head = TextStyle(family.bold, 16, accent)
        line(company, x: side ? margin + 20 : margin, y: 22, head)
        line(
            "\(words.street()), \(words.postcode()) \(words.town())", x: side ? margin + 20 : margin, y: 28, regular(8))
        if generator.chance(0.6) { canvas.fillRectangle(margin, 34, measure, 0.5, accent) }
        var y = 52.0
        for address in [words.person(), words.street(), "\(words.postcode()) \(words.town())"] {
            line(address, x: margin, y: y, regular(textSize))
            y += 5
        }
        line(words.date(), x: margin, y: y + 5, width: measure, regular(textSize), .right)
        y += 17
        line(words.title(), x: margin, y: y, bold(textSize + 1))
        y += 9
        line("Dear \(words.person()),", x: margin, y: y, regular(textSize))
        y += 8
        let alignment: Alignment = generator.chance(0.5) ? .justified : .left
        for _ in 0..<generator.integer(2...5) where y < bottom - 45 {
            let text = words.paragraph(sentences: generator.integer(2...5))
            let top = y
            y = paragraph(
                text, x: margin, y: y, width: measure, regular(textSize), alignment, leading: 1.4, bottom: bottom - 40)
            if generator.chance(0.08) {
                highlight(x: margin, y: top - textSize * 0.36, width: measure * 0.7, height: textSize * 0.45)
            }
            y += 3.5
        }
        line("Yours sincerely,", x: margin, y: y + 4, regular(textSize))
        if generator.chance(0.8) { signature(x: margin + 2, y: y + 20, width: 38) }
        line(words.person(), x: margin, y: y + 28, regular(textSize))
        if generator.chance(0.2) {
            stamp(at: Point2D(x: width - margin - 25, y: min(bottom - 22, y + 18)), radius: 17)
        }
        line("\(company) - Tel \(words.telephone())", x: margin, y: height - 12, width: measure, regular(7), .center)
    }

    mutating func drawArticle() {
        let columns = generator.chance(0.75) ? 2 : 1
        let gutter = 7.0
        let columnWidth = (measure - gutter * Double(columns - 1)) / Double(columns)
        var top = margin + 6
        top = paragraph(
            words.title() + (generator.chance(0.5) ? ": \(words.title())" : ""), x: margin, y: top, width: measure,
            bold(textSize + 8), .center, leading: 1.15)
        line("\(words.person()) and \(words.person())", x: margin, y: top, width: measure, italic(textSize), .center)
        top += 9
        for column in 0..<columns {
            let x = margin + Double(column) * (columnWidth + gutter)
            var y = top
            if column == columns - 1, generator.chance(0.6) {
                let pictureHeight = columnWidth * generator.uniform(0.55, 0.8)
                photo(x: x, y: y - 3, width: columnWidth, height: pictureHeight)
                y += pictureHeight + 2
                y = paragraph(
                    "Figure 1. \(words.sentence())", x: x, y: y, width: columnWidth, italic(textSize - 2), leading: 1.2)
                y += 3
            }
            while y < bottom - 4 {
                if generator.chance(0.35), y < bottom - 20 {
                    line(words.title(), x: x, y: y + 2, bold(textSize + 1))
                    y += 7.5
                }
                let text = words.paragraph(sentences: generator.integer(3...6))
                y = paragraph(
                    text, x: x, y: y, width: columnWidth, regular(textSize - 1), .justified, leading: 1.25, indent: 3,
                    bottom: bottom)
            }
        }
        line(String(generator.integer(1...180)), x: margin, y: height - 11, width: measure, regular(8), .center)
    }

    mutating func drawReport() {
        var y = margin + 4
        if generator.chance(0.4) {
            canvas.fillRectangle(0, 0, width, 12, accent)
            y += 6
        }
        y = paragraph(words.title(), x: margin, y: y, width: measure, bold(textSize + 9), leading: 1.2)
        canvas.fillRectangle(margin, y - 4, measure, 0.4, accent)
        y += 5
        var section = 1
        while y < bottom - 30 {
            line("\(section). \(words.title())", x: margin, y: y, bold(textSize + 2.5))
            y += 7.5
            y = paragraph(
                words.paragraph(sentences: generator.integer(2...5)), x: margin, y: y, width: measure,
                regular(textSize), .justified, leading: 1.35, bottom: bottom)
            y += 3
            switch generator.integer(0...3) {
            case 0 where y < bottom - 60: y = drawDataTable(y: y)
            case 1 where y < bottom - 40: y = drawBullets(count: 3, y: y)
            case 2 where y < bottom - 70: y = drawChart(x: margin, y: y, width: measure, height: 48) + 8
            default: break
            }
            section += 1
        }
        line("Page \(generator.integer(1...40))", x: margin, y: height - 11, width: measure, regular(8), .right)
    }

    private mutating func drawDataTable(y: Double) -> Double {
        let columns = generator.integer(3...5)
        var rows = [["Item"] + (1..<columns).map { _ in capital(words.noun()) }]
        for _ in 0..<generator.integer(4...7) {
            rows.append([capital(words.noun())] + (1..<columns).map { _ in words.amount(100...99_999).text })
        }
        let first = measure * 0.34
        let widths = [first] + [Double](repeating: (measure - first) / Double(columns - 1), count: columns - 1)
        return table(
            rows, x: margin, y: y, widths: widths, points: textSize - 1.5, ruled: generator.chance(0.6),
            shaded: generator.chance(0.5)) + 9
    }

    private mutating func drawBullets(count: Int, y: Double) -> Double {
        var y = y
        for _ in 0..<count {
            let dot = Point2D(x: margin + 4, y: y - textSize * 0.12)
            canvas.fill(Path(ellipseAt: dot, radii: Point2D(x: 0.7, y: 0.7), steps: 16), ink)
            y = paragraph(words.sentence(), x: margin + 8, y: y, width: measure - 8, regular(textSize), bottom: bottom)
            y += 1.2
        }
        return y + 3
    }

    /// A bar chart or a curve in a frame; returns its bottom.
    mutating func drawChart(x: Double, y: Double, width: Double, height: Double) -> Double {
        canvas.fillRectangle(x, y + height, width, 0.4, ink)
        canvas.fillRectangle(x, y, 0.4, height, ink)
        for step in 1...4 {
            canvas.fillRectangle(x, y + height * (1 - Double(step) / 4.4), width, 0.15, SRGB(0xB0B0B0))
        }
        let count = generator.integer(5...10)
        if generator.chance(0.5) {
            for bar in 0..<count {
                let tall = height * generator.uniform(0.15, 0.95)
                canvas.fillRectangle(
                    x + width * (Double(bar) + 0.2) / Double(count), y + height - tall, width * 0.6 / Double(count),
                    tall, bar % 2 == 0 ? accent : accent.mixed(with: .white, 0.4))
            }
        } else {
            for curve in 0..<2 {
                let points = (0...count).map { step in
                    Point2D(
                        x: x + width * Double(step) / Double(count), y: y + height * generator.uniform(0.1, 0.9))
                }
                canvas.stroke(Path.smooth(through: points), width: 0.6, curve == 0 ? accent : ink)
            }
        }
        return y + height
    }

    mutating func drawInvoice() {
        let company = words.company()
        logo(x: margin, y: 14, size: 15)
        line(company, x: margin + 19, y: 21, bold(15))
        line("\(words.street()), \(words.town())", x: margin + 19, y: 27, regular(8.5))
        line("INVOICE", x: margin, y: 24, width: measure, TextStyle(family.bold, 22, accent), .right)
        var y = 48.0
        for field in [
            "Invoice no. \(generator.integer(1000...99_999))", "Date \(words.date())", "Customer \(words.person())",
        ] {
            line(field, x: margin, y: y, regular(textSize))
            y += 5.5
        }
        var rows = [["Description", "Qty", "Price", "Total"]]
        var sum = 0
        for _ in 0..<generator.integer(4...11) {
            let quantity = generator.integer(1...12)
            let price = words.amount(150...9999)
            sum += quantity * price.cents
            rows.append([words.item(), String(quantity), price.text, WordSource.money(quantity * price.cents)])
        }
        let widths = [0.52, 0.12, 0.18, 0.18].map { $0 * measure }
        y = table(
            rows, x: margin, y: y + 4, widths: widths, points: textSize, ruled: generator.chance(0.7),
            shaded: generator.chance(0.5))
        y += 9
        for (name, cents) in [("Net", sum), ("Tax 20 %", sum / 5), ("Total due", sum + sum / 5)] {
            let style = name == "Total due" ? bold(textSize + 1) : regular(textSize)
            set(name, x: margin + measure * 0.55, y: y, style)
            set(WordSource.money(cents), x: margin, y: y, width: measure - 1.2, style, .right)
            record("\(name) \(WordSource.money(cents))")
            y += 6.5
        }
        if y < bottom - 30 {
            y = paragraph(
                words.paragraph(sentences: 2), x: margin, y: y + 6, width: measure * 0.8, regular(textSize - 1))
        }
        if generator.chance(0.5) { stamp(at: Point2D(x: margin + 28, y: min(height - 30, y)), radius: 16) }
        if generator.chance(0.4), y < bottom - 20 { signature(x: width - margin - 45, y: y + 14, width: 36) }
        if generator.chance(0.4) { barcode(x: width - margin - 40, y: height - 24, width: 40, height: 10) }
    }

    private static let fields = [
        "Surname", "First name", "Date of birth", "Street", "Town", "Postcode", "Telephone", "Occupation", "Reference",
        "Account number", "Name of the society", "Date of joining", "Remarks", "Signature",
    ]

    mutating func drawForm() {
        let line = SRGB(0x404040)
        var y = margin
        let framed = generator.chance(0.5)
        if framed { canvas.frame(width * 0.05, width * 0.05, width * 0.9, height - width * 0.1, line: 0.5, line) }
        self.line(
            "Form \(generator.integer(10...990))-\(capital(words.noun()).prefix(1))", x: margin, y: y, width: measure,
            regular(8), .right)
        self.line("Application for \(words.adjective()) \(words.noun())", x: margin, y: y + 4, bold(textSize + 5))
        y = paragraph(words.paragraph(sentences: 2), x: margin, y: y + 12, width: measure, italic(textSize - 1.5)) + 2
        let pen = generator.pick([SRGB(0x1A2A90), SRGB(0x202020)])
        let filled = generator.chance(0.7)
        let rowHeight = max(9, (bottom - y - 24) / 11)
        var index = 0
        while y + rowHeight < bottom - 18 {
            let parts = generator.integer(1...3)
            for part in 0..<parts {
                let boxWidth = measure / Double(parts)
                let x = margin + Double(part) * boxWidth
                let name = Self.fields[index % Self.fields.count]
                index += 1
                canvas.frame(x, y, boxWidth + 0.3, rowHeight + 0.3, line: 0.3, line)
                self.line(name, x: x + 1, y: y + 3, regular(6.5))
                if filled, generator.chance(0.8) {
                    scribble(x: x + 3, y: y + rowHeight - 2, width: boxWidth * 0.8, size: 2.2, pen)
                }
            }
            y += rowHeight
        }
        y += 7
        for choice in 0..<3 {
            let x = margin + Double(choice) * measure / 3
            canvas.frame(x, y, 4, 4, line: 0.35, line)
            if generator.chance(0.5) {
                canvas.stroke([Point2D(x: x + 0.5, y: y + 0.5), Point2D(x: x + 3.8, y: y + 3.8)], width: 0.5, pen)
                canvas.stroke([Point2D(x: x + 3.8, y: y + 0.2), Point2D(x: x + 0.2, y: y + 3.9)], width: 0.5, pen)
            }
            self.line("\(words.adjective()) \(words.noun())", x: x + 6, y: y + 3.4, regular(8))
        }
        if generator.chance(0.3) { stamp(at: Point2D(x: width - margin - 20, y: margin + 16), radius: 15) }
    }

    mutating func drawList() {
        var y = margin + 6
        line(words.title(), x: margin, y: y, bold(textSize + 7))
        y += 12
        let numbered = generator.chance(0.5)
        let boxes = generator.chance(0.5)
        var number = 1
        while y < bottom - 6 {
            if numbered {
                set("\(number).", x: margin, y: y, width: 7, regular(textSize), .right)
                record("\(number).")
            } else if boxes {
                canvas.frame(margin + 2, y - 3, 3.4, 3.4, line: 0.3, ink)
            } else {
                canvas.fill(Path(ellipseAt: Point2D(x: margin + 5, y: y - 1.2), radii: Point2D(x: 0.8, y: 0.8)), ink)
            }
            y = paragraph(words.sentence(), x: margin + 10, y: y, width: measure - 10, regular(textSize), leading: 1.35)
            y += generator.uniform(1.5, 4)
            number += 1
            if generator.chance(0.06) { break }
        }
    }

    mutating func drawBookPage() {
        let margin = width * generator.uniform(0.1, 0.15)
        let measure = width - 2 * margin
        let style = regular(width < 135 ? 8.5 : 10)
        let foot = height - margin * 1.1
        var y = margin * 1.2
        if generator.chance(0.7) {
            line(words.title(), x: margin, y: y, width: measure, italic(style.points - 1), .center)
            y += 8
        }
        if generator.chance(0.3) {
            y += height * 0.1
            line("Chapter \(generator.integer(1...30))", x: margin, y: y, width: measure, bold(15), .center)
            y += 16
        }
        while y < foot - 6 {
            y = paragraph(
                words.paragraph(sentences: generator.integer(2...7)), x: margin, y: y, width: measure, style,
                .justified,
                leading: 1.3, indent: 4, bottom: foot - 6)
            if generator.chance(0.08), y < foot - 60 {
                photo(x: margin, y: y, width: measure, height: 42)
                y += 50
            }
        }
        line(
            String(generator.integer(3...420)), x: margin, y: height - margin * 0.6, width: measure, regular(8), .center
        )
        // The shading towards the fold.
        let left = generator.chance(0.5)
        for step in 0..<12 {
            let stripe = width * 0.012
            let x = Double(step) * stripe
            canvas.fillRectangle(
                left ? x : width - x - stripe, 0, stripe, height, SRGB(0x8A8070),
                opacity: 0.35 * (1 - Double(step) / 12), blend: .multiply)
        }
    }

    func capital(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
