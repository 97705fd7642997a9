import StationRules
import Testing

@Suite struct ScanSettingsTests {
    private func read(_ inside: String, root: String = "scan:ScanSettings") throws(ScanSettings.Failure) -> ScanSettings
    {
        try ScanSettings(document: Array("<?xml version=\"1.0\"?><\(root)>\(inside)</\(root)>".utf8))
    }

    @Test func whatIsLeftOutIsAsUsual() throws {
        #expect(try read("<pwg:Version>2.0</pwg:Version><scan:Intent>Photo</scan:Intent>") == ScanSettings())
        #expect(ScanSettings().region.isWhole)
    }

    @Test func readsAnOrder() throws {
        let settings = try read(
            """
            <pwg:ScanRegions><pwg:ScanRegion><pwg:ContentRegionUnits>escl:ThreeHundredthsOfInches</pwg:ContentRegionUnits>
            <pwg:XOffset>30</pwg:XOffset><pwg:YOffset>60</pwg:YOffset><pwg:Width>600</pwg:Width><pwg:Height>900</pwg:Height>
            </pwg:ScanRegion></pwg:ScanRegions><pwg:InputSource>Platen</pwg:InputSource>
            <scan:ColorMode>BlackAndWhite1</scan:ColorMode><pwg:DocumentFormat>image/jpeg</pwg:DocumentFormat>
            <scan:DocumentFormatExt>application/pdf</scan:DocumentFormatExt>
            <scan:XResolution>150</scan:XResolution><scan:YResolution>150</scan:YResolution>
            """)
        #expect(settings.color == .blackAndWhite)
        #expect(settings.format == .pdf)
        #expect(settings.resolution == 150)
        #expect(settings.region == ScanRegion(x: 30, y: 60, width: 600, height: 900))
        #expect(!settings.region.isWhole)
    }

    @Test(arguments: [
        "<scan:ColorMode>CMYK</scan:ColorMode>", "<pwg:DocumentFormat>image/webp</pwg:DocumentFormat>",
        "<scan:XResolution>301</scan:XResolution>", "<scan:XResolution>-300</scan:XResolution>",
        "<scan:XResolution>300</scan:XResolution><scan:YResolution>150</scan:YResolution>",
        "<scan:XResolution>1e3</scan:XResolution>", "<pwg:InputSource>Feeder</pwg:InputSource>",
        "<pwg:ScanRegions/>", "<pwg:ScanRegions><pwg:ScanRegion/><pwg:ScanRegion/></pwg:ScanRegions>",
        "<pwg:ScanRegions><pwg:ScanRegion><pwg:Width>0</pwg:Width></pwg:ScanRegion></pwg:ScanRegions>",
        "<pwg:ScanRegions><pwg:ScanRegion><pwg:Width>2552</pwg:Width></pwg:ScanRegion></pwg:ScanRegions>",
        "<pwg:ScanRegions><pwg:ScanRegion><pwg:XOffset>-1</pwg:XOffset></pwg:ScanRegion></pwg:ScanRegions>",
        "<pwg:ScanRegions><pwg:ScanRegion><pwg:Height>99999999999999999999</pwg:Height></pwg:ScanRegion></pwg:ScanRegions>",
        "<pwg:ScanRegions><pwg:ScanRegion><pwg:ContentRegionUnits>mm</pwg:ContentRegionUnits></pwg:ScanRegion></pwg:ScanRegions>",
    ])
    func whatCannotBeDoneIsRefusedByName(_ inside: String) {
        #expect {
            try read(inside)
        } throws: { error in
            guard case .unsupported = error as? ScanSettings.Failure else { return false }
            return true
        }
    }

    @Test func otherDocumentsAreRefused() {
        #expect(throws: ScanSettings.Failure.noSettings("Other")) { try read("", root: "Other") }
        #expect(throws: ScanSettings.Failure.xml(.malformed(line: 1))) { try ScanSettings(document: []) }
    }
}
