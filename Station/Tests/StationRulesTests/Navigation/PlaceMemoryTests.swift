import StationRules
import Testing

@Suite struct PlaceMemoryTests {
    @Test("NV-2: each place leads to where one was in it; the one that is shown leads to its beginning")
    func eachPlaceRemembersWhereOneWas() {
        var memory = PlaceMemory()
        memory.enter("/documents", of: .library)
        memory.enter("/documents/12", of: .library)
        memory.enter("/devices", of: .devices)
        #expect(memory.last == .devices)
        #expect(memory.path(to: .library, from: .devices) == "/documents/12")
        memory.enter("/documents/12", of: .library)
        #expect(memory.path(to: .library, from: .library) == "/documents")
        memory.enter("/ar/3/edit", of: .scenes)
        #expect(memory.path(to: .library, from: .scenes) == "/documents/12")
        #expect(memory.path(to: .scenes, from: .library) == "/ar/3/edit")
        // Returning to the first screen forgets the path.
        memory.enter("/documents", of: .library)
        #expect(memory.path(to: .library, from: .scenes) == "/documents")
        #expect(memory[.library] == nil)
    }

    @Test("NV-2: a place begins where the person has chosen, and remembers the same all the same")
    func starts() {
        var memory = PlaceMemory()
        memory.starts[.library] = "/documents?state=inbox"
        #expect(memory.path(to: .library, from: .home) == "/documents?state=inbox")
        memory.enter("/documents/12", of: .library)
        #expect(memory.path(to: .library, from: .home) == "/documents/12")
        #expect(memory.path(to: .library, from: .library) == "/documents?state=inbox")
    }

    @Test("NV-2: what a browser brings counts for its own place alone")
    func foreignPaths() {
        let paths = [
            "https://example.org/", "//example.org", "/devices/1", "/documents", "/documents/", "/documents//1",
            "/documents/../ar", "/documents/1?done=x", "javascript:alert(1)", "/documents/\u{E9}",
            "/documents/" + String(repeating: "1", count: 300),
        ]
        for path in paths {
            #expect(PlaceMemory([.library: path]).path(to: .library, from: nil) == "/documents", "\(path)")
        }
        #expect(PlaceMemory([.library: "/documents/12"]).path(to: .library, from: nil) == "/documents/12")
    }

    @Test func aPathIsInThePlaceOfItsFirstFolder() {
        #expect(Place(of: "/documents/12") == .library)
        #expect(Place(of: "/ar") == .scenes)
        #expect(Place(of: "/arms") == nil)
        #expect(Place(of: "/profile") == nil)
    }

    @Test("Forms lead back to the station alone")
    func returnPaths() {
        #expect(ReturnPath("/documents/12?via=scene-3").text == "/documents/12?via=scene-3")
        for path in [nil, "", "https://example.org", "//example.org", "/\\example.org", "/a\r\nb", "documents"] {
            #expect(ReturnPath(path).text == "/documents", "\(path ?? "nothing")")
        }
    }
}
