import ArgumentParser

@main
struct RectoPicturesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recto-pictures",
        abstract: "Makes photos of pages from seeds, with exact corners, the flat page and its text beside each.",
        discussion: """
            The same seed always makes the same picture. Seeds are kept apart by use: 0...999999 to train with, \
            1000000...1099999 to tune and look at, 2000000...2099999 for figures that are reported.

            EXAMPLES:
              recto-pictures make -o out --count 100 --seed 1000000 --size 1920x1080
              recto-pictures make -o out --count 20 --background wood --kind receipt
              recto-pictures make -o out --count 20 --no-page
              recto-pictures make -o out --count 20 --flat
              recto-pictures scans -o out --count 20 --seed 1000000
              recto-pictures codes -o out --count 10 --kind monitor
              recto-pictures demo -o TestImages
            """,
        subcommands: [MakeCommand.self, ScansCommand.self, CodesCommand.self, DemoCommand.self])
}
