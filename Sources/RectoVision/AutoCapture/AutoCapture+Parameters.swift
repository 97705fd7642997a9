import RectoCore

extension AutoCapture {
    /// Who decides when a picture is taken.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// The engine decides, when a new page is still and clearly visible.
        case automatic
        /// The user decides, with ``AutoCapture/requestShot()``; the best frame around that moment is still chosen.
        case manual
    }

    /// Settings for when a page is taken. Lengths are shares of the frame or of the page, so that they apply at any
    /// resolution.
    public struct Parameters: Hashable, Sendable {
        public var mode = Mode.automatic
        /// Minimum confidence of a page that is taken as soon as it is still, `0...1`. The default is that of
        /// ``PageDetection/Level/capture``.
        public var sureConfidence = PageDetection.Level.capture.minimumConfidence
        /// Minimum confidence of a page to be taken at all, `0...1`; the lower the confidence, the longer the page must
        /// be still. The default is that of ``PageDetection/Level/show``: a camera that is held over something for a
        /// second or two shows a page more often than a single frame suggests.
        public var minimumConfidence = PageDetection.Level.show.minimumConfidence
        /// The confidence to which a page that is about to be taken may fall, `0...1`. Default 0.3.
        public var keptConfidence = 0.3
        /// Minimum confidence of a page in the place of one that was taken, `0...1`. Default 0.1: print that hides a
        /// border lowers the detector's confidence but cannot move the border.
        public var successorConfidence = 0.1
        /// Speed of the corners up to which a page is still, `0.001...10` square roots of the page's area per second.
        /// Default 0.08: the motion of a hand, and less than a pixel in an exposure of 1/100 s.
        public var stillSpeed = 0.08
        /// Speed above which a still page counts as moving again, `0.001...10` in the same unit. Default 0.15: high
        /// enough that tremor does not restart the count.
        public var movingSpeed = 0.15
        /// How long a page must be still, `0...10` seconds; less if it is very still, or in the place of the last one.
        /// Default 0.6.
        public var dwell = 0.6
        /// How long a page may be out of order without restarting the count, `0...2` seconds. Default 0.12: a frame or
        /// two.
        public var grace = 0.12
        /// Seconds of lying still after which a page is taken although it is tilted, dark or shiny, `0...60`.
        /// Default 6.
        public var patience = 6.0
        /// How far back the best frame may be, `0...2` seconds. Default 0.4.
        public var lookBack = 0.4
        /// How long to wait for a better frame after the decision, `0...1` seconds. Default 0.1.
        public var lookAhead = 0.1
        /// Minimum share of the frame's width or height that the page spans, `0...1`. Default 0.45.
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
        /// Minimum sharpness, as a share of the page's best in the last 0.7 seconds, `0...1`. Default 0.6: the measured
        /// sharpness of fine print on a few pixels varies by a third from frame to frame.
        public var minimumSharpness = 0.6
        /// The ``PageSignature/dissimilarity(to:)`` at or above which two pages count as different, `0...10`. Default
        /// 2; less for a page that has been seen to vary less.
        public var dissimilarity = PageSignature.usualDissimilarity
        /// Number of pages to remember, `0...1000`, so that none is taken twice. Default 20.
        public var memory = 20
        /// How long a page must be out of view before the next may be taken, `0...10` seconds. Default 0.4.
        public var absence = 0.4
        /// How long another signature must be seen where the taken page lay, `0...10` seconds. Default 0.2.
        public var changeTime = 0.2
        /// Minimum time between two shots, `0...10` seconds. Default 0.7.
        public var pause = 0.7
        /// Minimum time that a guidance is shown, `0...2` seconds. Default 0.3.
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
