import RectoCore

extension QRDecodePipeline {
    /// How much is tried, and what counts as a symbol's.
    struct Limits {
        /// The maximum number of failed triples after each pass, the likeliest first, plus an allowance for each code
        /// read: with several codes there are triples across different ones.
        static let failures = 8
        /// The number of rows above which only every second row is searched; more if the picture is large, as its
        /// smallest scales show large codes in small modules.
        static let tallView = 200
        static let tallViewOfLarge = 400
        /// The number of places in the first pass: there may be several codes.
        static let placesOfFirstPass = 32
        /// The number of places in each later pass: a code's are nearly always among the first 10.
        static let placesOfLaterPass = 10
        /// The number of places to fit before triples are tried: a code's are mostly among the first.
        static let firstPlaces = 8
        /// The minimum match of a version's timing patterns, from the finders alone.
        static let timing: Float = 0.4
        /// The minimum agreement of the better timing pattern if the other is hidden.
        static let oneTiming: Float = 0.8
        /// The number of versions of a triple to fit thoroughly.
        static let versions = 3
        /// The minimum rank of a grid to be read.
        static let rank: Float = 0.8
        /// The minimum rank of an unread grid to count as a code. Grids on pictures without codes reach at most 0.9.
        static let sighted: Float = 1
        /// The number of triples per pass to fit thoroughly.
        static let thorough = 2
        /// The number of grids per pass to read with late thresholds.
        static let late = 2
        /// The number of triples per pass to read as Model 1.
        static let modelOne = 8
        /// The minimum rank of a grid to be read as Model 1.
        static let modelOneRank: Float = 1.2
        /// The number of grids per pass to bend.
        static let bent = 1
        /// The maximum number of failed thorough fits and bends in all passes of a picture: textures have many
        /// candidates.
        static let vainTries = 3
        /// The minimum rank of a grid to be bent.
        static let bendable: Float = 0.9
        /// The maximum stretch of a finder by tilt.
        static let stretchOfFrame: Float = 2.5
        static let stretchOfStill: Float = 4.5
        /// For frames: the number of finders to keep.
        static let findersOfFrame = 24
        /// For frames: the maximum number of search hits.
        static let hitsOfFrame = 20_000
        /// For frames: the maximum number of places of light patterns.
        static let invertedPlacesOfFrame = 8
        /// The number of triples without timing patterns to skip, and the allowance for each code read: a code's own
        /// triple is nearly always among the first four.
        static let untimed = 12
        static let untimedPerCode = 32
        /// Pictures of at least this many pixels are searched from the smallest scale on. The smallest view has at least
        /// ``smallestView`` pixels.
        static let largePicture = 1_500_000
        static let smallestView = 1600
        /// Pictures of at least this many pixels are halved even if they show no finder pattern.
        static let halvedPicture = 400_000
        /// For symbols with one finder: its minimum score.
        static let smallFinder: Float = 0.65
        /// For symbols with one finder: the minimum timing match of the smallest one.
        static let smallestTiming: Float = 0.75
        /// For symbols with one finder: the number of finders to try in vain, in a still picture and in a frame.
        static let smallOfStill = 40
        static let smallOfFrame = 3
        /// The score of an almost certain finder.
        static let goodFinder: Float = 0.8
        /// The score that justifies looking at some more places, and their number.
        static let likelyFinder: Float = 0.7
        static let placesForLikely = 8
        /// The cost of a triple above which it needs a likely finder: those of textures match neither each other nor the
        /// pattern.
        static let unlikelyCost: Float = 2.2
        /// The score among the first places of a picture that is not large without which no more are fitted.
        static let possibleFinder: Float = 0.6
        /// For bent paper: the maximum number of triples per pass that are kept, and of those that are followed in
        /// vain.
        static let lattices = 3
        /// For bent paper: the number of triples to follow in vain in all passes of a view.
        static let vainLattices = 2
        /// For bent paper: the minimum match of a symbol's timing patterns.
        static let bentTiming: Float = 0.45
        /// For bent paper: the cost below which a triple without straight timing patterns is kept.
        static let bentCost: Float = 2
        /// For bent paper: the largest version that is estimated if the symbol does not state one.
        static let unstatedVersion = 8
        /// The evidence, in bits, above which a reading needs no second sample.
        static let evidence: Float = 34
        /// For symbols with a hidden finder: the minimum score of the others, one of which may be hidden in part.
        static let partFinder: Float = 0.65
        /// For symbols with a hidden finder: the number of finders to combine, the best first.
        static let findersOfHidden = 8
        /// For symbols with a hidden finder: the number of triples to try, the likeliest first.
        static let hidden = 12
        /// For symbols with a hidden finder: the number of those triples whose hidden finder is searched for.
        static let placedHidden = 4
        /// How far a hidden finder is searched for from its expected place, as a share of an arm.
        static let hiddenReach: Float = 0.15

        /// A large picture may contain hundreds of codes.
        static func finders(of view: GrayView) -> Int { findersOfFrame + finderRoom(of: view) }
        /// Returns how many finders fit into a view, for the smallest symbols side by side, up to a limit.
        private static func finderRoom(of view: GrayView) -> Int { min(view.size.area / 800, 4_000) }
        static func hits(of view: GrayView) -> Int { max(hitsOfFrame, view.size.area / 100) }
        static func places(of view: GrayView, _ pass: SearchPass) -> Int {
            (pass.rule == .around && pass.scale == .whole ? placesOfFirstPass : placesOfLaterPass)
                + finderRoom(of: view)
        }
        /// Returns the number of places to fit if those before show no finder pattern.
        static func placesInVain(of view: GrayView) -> Int { 12 + view.size.area / 40_000 }
        static func invertedPlaces(of view: GrayView) -> Int { invertedPlacesOfFrame + finderRoom(of: view) }
    }
}
