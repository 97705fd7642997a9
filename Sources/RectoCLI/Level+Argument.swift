public import ArgumentParser
public import RectoVision

extension PageDetection.Level: ExpressibleByArgument {}
