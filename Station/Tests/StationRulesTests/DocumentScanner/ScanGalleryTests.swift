import StationRules
import Testing

@Suite struct ScanGalleryTests {
    @Test("DS-21: the gallery has the session's scans in their order, the last one selected unless another is wanted")
    func showsTheSession() throws {
        let gallery = try #require(ScanGallery(pages: [4, 2, 7], selected: nil))
        #expect(gallery.pages == [4, 2, 7])
        #expect(gallery.selected == 7)
        #expect(try #require(ScanGallery(pages: [4, 2, 7], selected: 2)).positionText == "2 of 3")
        #expect(try #require(ScanGallery(pages: [4, 2, 7], selected: 9)).selected == 7)
        #expect(ScanGallery(pages: [], selected: nil) == nil)
    }

    @Test("DS-22: neighbours lead from each scan to the next, and end at the ends")
    func leadsToNeighbours() throws {
        let first = try #require(ScanGallery(pages: [4, 2, 7], selected: 4))
        #expect((first.previous, first.next) == (nil, 2))
        let last = try #require(ScanGallery(pages: [4, 2, 7], selected: 7))
        #expect((last.previous, last.next) == (2, nil))
    }

    @Test("DS-35: after a deletion a neighbour is selected, after the last one nothing")
    func selectsANeighbour() throws {
        #expect(try #require(ScanGallery(pages: [4, 2, 7], selected: 4)).selectionAfterDeletion == 2)
        #expect(try #require(ScanGallery(pages: [4, 2, 7], selected: 2)).selectionAfterDeletion == 7)
        #expect(try #require(ScanGallery(pages: [4, 2, 7], selected: 7)).selectionAfterDeletion == 2)
        #expect(try #require(ScanGallery(pages: [4], selected: 4)).selectionAfterDeletion == nil)
    }

    @Test("DS-41: a scan moves by one place, not past the ends")
    func movesByOnePlace() throws {
        let middle = try #require(ScanGallery(pages: [4, 2, 7], selected: 2))
        #expect((middle.placeBefore, middle.placeAfter) == (0, 2))
        #expect(try #require(ScanGallery(pages: [4, 2, 7], selected: 4)).placeBefore == nil)
        #expect(try #require(ScanGallery(pages: [4, 2, 7], selected: 7)).placeAfter == nil)
    }

    @Test("DS-36, DS-42: whoever deletes all scans or leaves some is asked, in words that fit the number")
    func asksBeforeLoss() {
        #expect(Confirmation.discardAll(1).text == "1 scan will be deleted.")
        #expect(Confirmation.discardAll(3).text == "3 scans will be deleted.")
        #expect(Confirmation.discardDraft(2, isScanning: false).text == "Its 2 scans will be deleted.")
        #expect(
            Confirmation.discardDraft(1, isScanning: true).text
                == "Another window is scanning into it. Its 1 scan will be deleted.")
        #expect(Confirmation.leave(1).text.hasPrefix("1 scan is not saved"))
        #expect(Confirmation.leave(2).text.hasPrefix("2 scans are not saved"))
    }

    @Test("Who removes a device is told what happens, and who removes the own one that it signs out")
    func removingDevices() {
        let other = Confirmation.removeDevice("Linux device", isOwn: false)
        #expect(other.title == "Remove “Linux device”?" && other.confirm == "Remove")
        #expect(other.text.contains("signed out") && other.text.contains("Documents stay"))
        let own = Confirmation.removeDevice("Linux device", isOwn: true)
        #expect(own.text.contains("You will be signed out") && own.confirm == "Remove and Sign Out")
    }
}
