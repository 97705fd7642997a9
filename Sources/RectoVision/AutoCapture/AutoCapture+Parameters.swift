import RectoCore

extension AutoCapture {
    /// Who decides when a picture is taken.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// The engine, when a new page is still and shows well.
        case automatic
        /// The user, by ``AutoCapture/requestShot()``; the best frame around that moment is chosen all the same.
        case manual
    }

    /// When a page is taken. Lengths are shares of the frame or of the page, so that they hold at any resolution.
    public struct Parameters: Hashable, Sendable {
        public var mode = Mode.automatic
        /// Minimum confidence of a page that is taken as soon as it is still, `0...1`. Default that of
        /// ``PageDetection/Level/capture``.
        public var sureConfidence = PageDetection.Level.capture.minimumConfidence
        /// Minimum confidence of a page to be taken at all, `0...1`; the less sure it is, the longer it must be still.
        /// Default that of ``PageDetection/Level/show``: what a camera is held over for a second or two is a page more
        /// often than one frame tells.
        public var minimumConfidence = PageDetection.Level.show.minimumConfidence
        /// A page that is about to be taken may fall to this confidence, `0...1`. Default 0.3.
        public var keptConfidence = 0.3
        /// Minimum confidence of a page that has come into the place of one that was taken, `0...1`. Default 0.1: print
        /// that hides a border makes the detector doubt, and cannot move it.
        public var successorConfidence = 0.1
        /// Speed of the corners up to which a page is still, `0.001...10` roots of the page's area a second. Default
        /// 0.08: what a hand does; less than a pixel in an exposure of 1/100 s.
        public var stillSpeed = 0.08
        /// Speed from which it moves again, `0.001...10`. Default 0.15: so much more that tremor does not start the
        /// count afresh.
        public var movingSpeed = 0.15
        /// For how long a page must be still, `0...10` seconds; less long where it is very still. Default 0.6.
        public var dwell = 0.6
        /// For how long a page may be out of order without the count starting afresh, `0...2` seconds. Default 0.12: a
        /// frame or two.
        public var grace = 0.12
        /// After lying still for so many seconds a page is taken although it is tilted, dark or shiny, `0...60`.
        /// Default 6.
        public var patience = 6.0
        /// From how far back the best frame may be, `0...2` seconds. Default 0.4.
        public var lookBack = 0.4
        /// For how long after the decision a better frame is waited for, `0...1` seconds. Default 0.1.
        public var lookAhead = 0.1
        /// Minimum share of the frame that the page spans one way, `0...1`. Default 0.45.
        public var minimumSpan = 0.45
        /// Minimum ratio of opposite sides, `0...1`. Default 0.6: a tilt of about 40 degrees.
        public var minimumSideRatio = 0.6
        /// Minimum brightness of the page's lightest parts, `0...255`. Default 70.
        public var minimumBrightness = 70.0
        /// Largest share of the page with a lamp's reflection, `0...1`. Default 0.006.
        public var largestGlare = 0.006
        /// Minimum share of the edges' energy in fine detail, `0...1`: see ``PageQuality/highFrequencyRatio``. Default
        /// 0.13.
        public var minimumHighFrequencyRatio = 0.13
        /// Minimum sharpness, as a share of the page's best of the last 0.7 seconds, `0...1`. Default 0.6: fine print on
        /// a few pixels looks by a third sharper or less sharp from frame to frame.
        public var minimumSharpness = 0.6
        /// From which ``PageSignature/dissimilarity(to:)`` on two pages are different, `0...10`. Default 2; less where
        /// a page has been seen to be more like itself.
        public var dissimilarity = PageSignature.usualDissimilarity
        /// So many pages are remembered, `0...1000`, to take none twice. Default 20.
        public var memory = 20
        /// After a page has been out of view for so long the next may come, `0...10` seconds. Default 0.4.
        public var absence = 0.4
        /// For how long another signature must be seen where the taken page lay, `0...10` seconds. Default 0.2.
        public var changeTime = 0.2
        /// Minimum time between two shots, `0...10` seconds. Default 0.7.
        public var pause = 0.7
        /// For how long a guidance is shown at least, `0...2` seconds. Default 0.3.
        public var displayTime = 0.3

        public init() {}

        func validate() throws(ParameterError) {
            try checkParameter("sureConfidence", sureConfidence, 0...1)
            try checkParameter("minimumConfidence", minimumConfidence, 0...1)
            try checkParameter("keptConfidence", keptConfidence, 0...1)
            try checkParameter("successorConfidence", successorConfidence, 0...1)
            try checkParameter("stillSpeed", stillSpeed, 0.001...10)
            try checkParameter("movingSpeed", movingSpeed, 0.001...10)
            try checkParameter("dwell", dwell, 0...10)
            try checkParameter("grace", grace, 0...2)
            try checkParameter("patience", patience, 0...60)
            try checkParameter("lookBack", lookBack, 0...2)
            try checkParameter("lookAhead", lookAhead, 0...1)
            try checkParameter("minimumSpan", minimumSpan, 0...1)
            try checkParameter("minimumSideRatio", minimumSideRatio, 0...1)
            try checkParameter("minimumBrightness", minimumBrightness, 0...255)
            try checkParameter("largestGlare", largestGlare, 0...1)
            try checkParameter("minimumHighFrequencyRatio", minimumHighFrequencyRatio, 0...1)
            try checkParameter("minimumSharpness", minimumSharpness, 0...1)
            try checkParameter("dissimilarity", dissimilarity, 0...10)
            try checkParameter("memory", Double(memory), 0...1000)
            try checkParameter("absence", absence, 0...10)
            try checkParameter("changeTime", changeTime, 0...10)
            try checkParameter("pause", pause, 0...10)
            try checkParameter("displayTime", displayTime, 0...2)
        }
    }
}
