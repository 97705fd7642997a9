// OpenCV's super-resolution (BTV-L1) of several pictures of one page, for fusion.py: it has no Python binding.
//
// g++ -O2 superres.cpp -I/usr/include/opencv4 -lopencv_core -lopencv_imgproc -lopencv_imgcodecs -lopencv_superres -o superres
// usage: superres OUTPUT INPUT...    an odd number of gray pictures of one size; OUTPUT is the middle one, twice as large
#include <iostream>
#include <string>
#include <vector>

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/superres.hpp>

class Files : public cv::superres::FrameSource {
public:
    explicit Files(std::vector<std::string> paths) : paths(std::move(paths)) {}
    void nextFrame(cv::OutputArray frame) override {
        if (next == paths.size()) return frame.release();
        cv::Mat picture = cv::imread(paths[next++], cv::IMREAD_GRAYSCALE);
        if (picture.empty()) throw std::runtime_error("cannot read " + paths[next - 1]);
        picture.copyTo(frame);
    }
    void reset() override { next = 0; }

private:
    std::vector<std::string> paths;
    size_t next = 0;
};

int main(int count, char **arguments) try {
    std::vector<std::string> paths(arguments + std::min(count, 2), arguments + count);
    if (paths.size() % 2 == 0) {
        std::cerr << "usage: superres OUTPUT INPUT...\n";
        return 64;
    }
    int reach = int(paths.size()) / 2;
    auto method = cv::superres::createSuperResolution_BTVL1();
    method->setScale(2);
    method->setTemporalAreaRadius(reach);
    // The first call processes the pictures up to `reach` + 1, each later call the next one, and returns an earlier
    // result. With two more in front, the second call processes only the middle one; the others, which nobody sees, get
    // no work.
    paths.insert(paths.begin(), 2, std::string(paths[0]));
    method->setInput(cv::makePtr<Files>(paths));
    int iterations = method->getIterations();
    cv::Mat page;
    for (int i = 0; i <= reach + 2; i++) {
        method->setIterations(i == 1 ? iterations : 1);
        method->nextFrame(page);
    }
    cv::imwrite(arguments[1], page);
    std::cout << page.cols << " x " << page.rows << "\n";
} catch (const std::exception &error) {
    std::cerr << "superres: " << error.what() << "\n";
    return 1;
}
