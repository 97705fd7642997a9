import RectoCore

extension OnboardingFeedback {
    /// Times of the feedback.
    public struct Parameters: Hashable, Sendable {
        /// Within so many seconds the reads of a code add up, and a second code counts as in view with the first,
        /// `0.05...10`. Default 1.
        public var readWindow = 1.0
        /// After so many seconds without a code none is in view, `0...10`. Default 0.7: readers miss a frame now and
        /// then.
        public var absence = 0.7
        /// For how long a state is shown at least, `0...10` seconds. Default 0.3. Success waits for nothing.
        public var displayTime = 0.3
        /// For how long an invalid code is told of, `0...10` seconds, unless another code follows. Default 1.5: time to
        /// read a line.
        public var invalidTime = 1.5
        /// The same invalid code is no news again for so many seconds, `0...60`. Default 2.
        public var repeatPause = 2.0
        /// Least side of a module that readers read, `0...100` pixels. Default 2.5: a code below it is too far away.
        public var minimumModulePixels = 2.5

        public init() {}

        func validate() throws(ParameterError) {
            try checkParameter("readWindow", readWindow, 0.05...10)
            try checkParameter("absence", absence, 0...10)
            try checkParameter("displayTime", displayTime, 0...10)
            try checkParameter("invalidTime", invalidTime, 0...10)
            try checkParameter("repeatPause", repeatPause, 0...60)
            try checkParameter("minimumModulePixels", minimumModulePixels, 0...100)
        }
    }
}
