import RectoCore
import RectoVision
import StationRules
import Testing

@Suite struct PageSharpnessTests {
    private func prompt(
        _ guidance: ScanGuidance, dotsPerInch: Double, hasRoom: Bool, mode: CaptureMode = .automatic
    ) -> String {
        var machine = ScannerMachine()
        _ = machine.handle(.choose(mode))
        _ = machine.handle(.open(pages: []))
        _ = machine.handle(.camera(.ready))
        _ = machine.handle(.frame(guidance, sharpness: PageSharpness(dotsPerInch: dotsPerInch, hasRoom: hasRoom)))
        return machine.prompt
    }

    @Test("DS-46: a page of fewer than 150 dpi is told of, with what helps")
    func prompts() {
        #expect(prompt(.holdSteady, dotsPerInch: 149, hasRoom: true) == "Move closer for a sharper page")
        #expect(prompt(.holdSteady, dotsPerInch: 149, hasRoom: false) == "Hold the camera steady")
        #expect(
            prompt(.captured, dotsPerInch: 98.7, hasRoom: true) == "Captured. Move closer for a sharper page.")
        #expect(
            prompt(.captured, dotsPerInch: 118, hasRoom: false)
                == "Captured. Take a photo for a sharper page.")
        // The person is looking for the shutter.
        #expect(
            prompt(.holdSteady, dotsPerInch: 149, hasRoom: true, mode: .manual) == "Tap the shutter to capture")
        // The reason that prevents capturing takes precedence.
        #expect(prompt(.glare, dotsPerInch: 60, hasRoom: true) == "Too much glare. Tilt or move the page.")
        for guidance in ScanGuidance.allCases {
            #expect(
                prompt(guidance, dotsPerInch: 150, hasRoom: true) == prompt(guidance, dotsPerInch: 600, hasRoom: false))
        }
    }

    @Test("DS-72: while more pictures of a page are kept the prompt asks to hold still, and says why")
    func moreFrames() {
        func prompt(
            _ guidance: ScanGuidance, _ reasons: FusionReasons, sharpness: PageSharpness? = nil,
            mode: CaptureMode = .automatic
        ) -> String {
            var machine = ScannerMachine()
            _ = machine.handle(.choose(mode))
            _ = machine.handle(.open(pages: []))
            _ = machine.handle(.camera(.ready))
            _ = machine.handle(.frame(guidance, sharpness: sharpness, reasons: reasons))
            return machine.prompt
        }
        let sampling = "Hold still: more pictures make small print sharper"
        #expect(prompt(.holdSteady, .sampling) == sampling)
        #expect(prompt(.holdSteady, .glare) == "Hold still: other pictures may show what glare hides")
        #expect(prompt(.holdSteady, .noise) == "Hold still: more pictures make the page clearer")
        #expect(prompt(.holdSteady, [.sampling, .glare, .noise]) == sampling)
        #expect(prompt(.holdSteady, []) == "Hold the camera steady")
        #expect(prompt(.captured, .noise) == "Captured. Hold still for a sharper page.")
        #expect(prompt(.captured, []) == "Captured")
        // Moving closer helps more.
        let near = PageSharpness(dotsPerInch: 90, hasRoom: false)
        let far = PageSharpness(dotsPerInch: 90, hasRoom: true)
        #expect(prompt(.holdSteady, .sampling, sharpness: near) == sampling)
        #expect(prompt(.holdSteady, .sampling, sharpness: far) == "Move closer for a sharper page")
        // The person is looking for the shutter, and the reason that prevents capturing takes precedence.
        #expect(prompt(.holdSteady, .sampling, mode: .manual) == "Tap the shutter to capture")
        for guidance in ScanGuidance.allCases where ![.holdSteady, .captured].contains(guidance) {
            #expect(prompt(guidance, .sampling) == prompt(guidance, []))
        }
    }

    @Test("DS-46: the picture in full size counts, also where it is turned or shows more than the preview")
    func sizes() throws {
        let preview = try PixelSize(width: 640, height: 360)
        let page = Quad(width: 320, height: 300)
        func sharpness(_ width: Int, _ height: Int) throws -> PageSharpness {
            PageSharpness(page, in: preview, dotsPerInch: 40, still: try PixelSize(width: width, height: height))
        }
        #expect(try sharpness(640, 360) == PageSharpness(dotsPerInch: 40, hasRoom: true))
        #expect(try sharpness(1920, 1080).dotsPerInch == 120)
        // A 4:3 photo is as wide as the video, and higher.
        #expect(try sharpness(3840, 2880).dotsPerInch == 240)
        #expect(try sharpness(2880, 3840).dotsPerInch == 240)
        let near = Quad(width: 320, height: 330)
        #expect(!PageSharpness(near, in: preview, dotsPerInch: 40, still: preview).hasRoom)
    }
}
