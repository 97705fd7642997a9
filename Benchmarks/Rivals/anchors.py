"""Measures OpenCV's ORB, TEBLID and SIFT on the scenes that `RectoTraining anchors --write FOLDER` writes.

Each searches for a scene's anchor in the usual way: two nearest neighbors with ratio 0.8, MAGSAC++, found from 10 inliers if
the outline is convex. The picture's points are matched to the anchor's, which finds more than the reverse. The score is the
mean error of the anchor's corners, as in Recto's own report on the same seeds.
"""

import argparse
import json
import pathlib
import statistics
import time

import cv2
import numpy

RATIO = 0.8
LEAST_INLIERS = 10
INLIER_PIXELS = 3.0
BOUNDS = [3, 5, 10]


def rivals():
    """Returns name, detector, descriptor (None if the detector has its own), norm."""
    teblid = cv2.xfeatures2d.TEBLID_create(1.0, cv2.xfeatures2d.TEBLID_SIZE_256_BITS)
    return [
        ("ORB 1000", cv2.ORB_create(1000), None, cv2.NORM_HAMMING),
        ("ORB 2000 + TEBLID", cv2.ORB_create(2000), teblid, cv2.NORM_HAMMING),
        ("SIFT", cv2.SIFT_create(), None, cv2.NORM_L2)]


def features(picture, detector, descriptor):
    if descriptor is None:
        return detector.detectAndCompute(picture, None)
    return descriptor.compute(picture, detector.detect(picture, None))


def corners(shape):
    height, width = shape
    return numpy.float64([[[0, 0]], [[width, 0]], [[width, height]], [[0, height]]])


def pose(anchor, picture, shape, norm):
    """Returns the homography from the anchor to the picture, or None."""
    (points, descriptors), (others, other_descriptors) = anchor, picture
    if descriptors is None or other_descriptors is None or len(descriptors) < 2:
        return None
    nearest = cv2.BFMatcher(norm).knnMatch(other_descriptors, descriptors, 2)
    matches = [pair[0] for pair in nearest if pair[0].distance < RATIO * pair[1].distance]
    if len(matches) < 4:
        return None
    source = numpy.float32([points[match.trainIdx].pt for match in matches])
    target = numpy.float32([others[match.queryIdx].pt for match in matches])
    homography, mask = cv2.findHomography(
        source, target, cv2.USAC_MAGSAC, INLIER_PIXELS, maxIters=2000, confidence=0.995)
    if homography is None or mask.sum() < LEAST_INLIERS:
        return None
    outline = cv2.perspectiveTransform(corners(shape), homography)
    return homography if cv2.isContourConvex(outline.astype(numpy.float32)) else None


def error(homography, truth, shape):
    """Returns the mean error of the corners. OpenCV's pixel centers are integers, the ground truth's are at one half."""
    places = corners(shape)
    found = cv2.perspectiveTransform(places - 0.5, homography) + 0.5
    return numpy.linalg.norm(found - cv2.perspectiveTransform(places, truth), axis=2).mean()


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("scenes", type=pathlib.Path)
    folder = arguments.parse_args().scenes
    cv2.setNumThreads(1)
    truth = json.loads((folder / "truth.json").read_text())
    for name, detector, descriptor, norm in rivals():
        errors, times = [], []
        for seed, homography in truth.items():
            anchor = cv2.imread(str(folder / f"{seed}-anchor.png"), cv2.IMREAD_GRAYSCALE)
            picture = cv2.imread(str(folder / f"{seed}-picture.png"), cv2.IMREAD_GRAYSCALE)
            known = features(anchor, detector, descriptor)
            start = time.perf_counter()
            found = pose(known, features(picture, detector, descriptor), anchor.shape, norm)
            times.append(1e3 * (time.perf_counter() - start))
            map = numpy.float64(homography).reshape(3, 3)
            errors.append(numpy.inf if found is None else error(found, map, anchor.shape))
        shares = ", ".join(f"< {bound} px {numpy.mean(numpy.array(errors) < bound):.3f}" for bound in BOUNDS)
        print(f"{name}: {len(errors)} scenes, {shares}, median {statistics.median(times):.1f} ms")


if __name__ == "__main__":
    main()
