// Recto in C++17: the calls of recto.h with objects that free themselves, and exceptions. Header-only.
//
//   recto::detector detector;
//   recto::page page = detector.scan_file("photo.jpg");
//   std::vector<std::uint8_t> pdf = recto::encode(page, RECTO_DOCUMENT_PDF);
//
// With C++20, bytes and rows of pixels are also std::span.
//
// Objects can be moved, not copied. get() returns the C object, for functions without a method here.
#ifndef RECTO_HPP
#define RECTO_HPP

#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#if __cplusplus >= 202002L
#include <span>
#endif

#include "recto.h"

namespace recto {

// A call that did not return RECTO_OK; what() is recto_last_error().
class error : public std::runtime_error {
 public:
  explicit error(recto_status status) : std::runtime_error(recto_last_error()), status_(status) {}
  recto_status status() const noexcept { return status_; }

 private:
  recto_status status_;
};

inline void check(recto_status status) {
  if (status != RECTO_OK) throw error(status);
}

// Throws if the loaded library does not support programs compiled with this header.
inline void check_version() { check(RECTO_CHECK_VERSION()); }

// A struct of recto.h with its size set and its fields set to their defaults by its _init function.
template <typename Struct>
Struct initialized(void (*initialize)(Struct *)) {
  Struct value;
  initialize(&value);
  return value;
}

namespace detail {
template <typename Object, void (*Free)(Object *)>
class owner {
 public:
  owner() noexcept = default;
  explicit owner(Object *object) noexcept : object_(object) {}
  Object *get() const noexcept { return object_.get(); }
  explicit operator bool() const noexcept { return object_ != nullptr; }

 private:
  struct deleter {
    void operator()(Object *object) const noexcept { Free(object); }
  };
  std::unique_ptr<Object, deleter> object_;
};

// Returns the object from a call that stores it through a pointer.
template <typename Object, typename Make>
Object *made(Make make) {
  Object *object = nullptr;
  check(make(&object));
  return object;
}
}  // namespace detail

// The progress, canceling and deadline of an object's long calls, which then throw an error with RECTO_CANCELED.
struct control {
  // Called with the completed share of the work, 0 to 1; returns false to end the call. Exceptions end it too, and
  // reach its caller.
  std::function<bool(double)> progress = nullptr;
  // 0 for none.
  std::chrono::duration<double> deadline{0};
};

namespace detail {
// Exceptions must not propagate through the library, and its objects need a function that stays at its address.
class controlled {
 public:
  template <typename Object>
  void set(Object *object, recto_status (*assign)(Object *, const recto_control *), control given) {
    auto made = std::make_unique<state>();
    made->function = std::move(given.progress);
    auto values = initialized(recto_control_init);
    values.deadline_seconds = given.deadline.count();
    values.progress_context = made.get();
    if (made->function) values.progress = &call;
    recto::check(assign(object, &values));
    state_ = std::move(made);
  }
  // Checks the status of a call.
  void check(recto_status status) const {
    if (state_ && state_->failure) std::rethrow_exception(std::exchange(state_->failure, nullptr));
    recto::check(status);
  }

 private:
  struct state {
    std::function<bool(double)> function;
    std::exception_ptr failure;
  };

  static std::int32_t call(double share, void *context) {
    auto *own = static_cast<state *>(context);
    try {
      return !own->function(share);
    } catch (...) {
      own->failure = std::current_exception();
      return 1;
    }
  }

  std::unique_ptr<state> state_;
};
}  // namespace detail

class page : public detail::owner<recto_page, recto_page_free> {
 public:
  using owner::owner;

  // The page of a file in memory.
  static page decode(const std::uint8_t *bytes, std::size_t count) {
    return page(detail::made<recto_page>([&](recto_page **page) { return recto_page_decode(bytes, count, page); }));
  }
#if __cplusplus >= 202002L
  static page decode(std::span<const std::uint8_t> bytes) { return decode(bytes.data(), bytes.size()); }
#endif
  static page copy(const recto_page *other) {
    return page(detail::made<recto_page>([&](recto_page **copy) { return recto_page_copy(other, copy); }));
  }
  recto_page_info info() const {
    auto info = initialized(recto_page_info_init);
    check(recto_page_get_info(get(), &info));
    return info;
  }
  recto_render_options render_options() const {
    auto options = initialized(recto_render_options_init);
    check(recto_page_get_render_options(get(), &options));
    return options;
  }
  void set_render_options(const recto_render_options &options) {
    check(recto_page_set_render_options(get(), &options));
  }
  void set_corners(const recto_quad &corners) { check(recto_page_set_corners(get(), &corners)); }
  // A rendered page; its pixels are valid as long as it exists.
  struct image : detail::owner<recto_image, recto_image_free> {
    using owner::owner;
    recto_pixels pixels() const {
      auto pixels = initialized(recto_pixels_init);
      check(recto_image_get_pixels(get(), &pixels));
      return pixels;
    }
#if __cplusplus >= 202002L
    std::span<const std::uint8_t> row(std::uint32_t y) const {
      auto all = pixels();
      if (y >= all.height) throw std::out_of_range("recto::page::image::row");
      return {all.data + y * all.stride, all.row_bytes};
    }
#endif
  };
  image render() const {
    return image(detail::made<recto_image>([&](recto_image **image) { return recto_page_render(get(), image); }));
  }
};

// Returns the document of the pages, in memory.
inline std::vector<std::uint8_t> encode(const std::vector<const recto_page *> &pages, recto_document_format format,
                                        const recto_document_options *options = nullptr) {
  using bytes = detail::owner<recto_bytes, recto_bytes_free>;
  bytes made(detail::made<recto_bytes>([&](recto_bytes **bytes) {
    return recto_pages_encode(pages.data(), pages.size(), format, options, bytes);
  }));
  const std::uint8_t *data = nullptr;
  std::size_t count = 0;
  check(recto_bytes_get(made.get(), &data, &count));
  return std::vector<std::uint8_t>(data, data + count);
}

inline std::vector<std::uint8_t> encode(const std::vector<page> &pages, recto_document_format format,
                                        const recto_document_options *options = nullptr) {
  std::vector<const recto_page *> all;
  for (const auto &page : pages) all.push_back(page.get());
  return encode(all, format, options);
}

// A template, so that a list in braces is a list of pages.
template <typename Page, typename = std::enable_if_t<std::is_same<Page, page>::value>>
std::vector<std::uint8_t> encode(const Page &page, recto_document_format format,
                                 const recto_document_options *options = nullptr) {
  return encode(std::vector<const recto_page *>{page.get()}, format, options);
}

// A frame of JPEG bytes, which it does not own.
inline recto_frame jpeg_frame(const std::uint8_t *bytes, std::size_t count) {
  auto frame = initialized(recto_frame_init);
  frame.format = RECTO_FORMAT_JPEG;
  frame.planes[0] = bytes;
  frame.plane_bytes[0] = count;
  return frame;
}
#if __cplusplus >= 202002L
inline recto_frame jpeg_frame(std::span<const std::uint8_t> bytes) { return jpeg_frame(bytes.data(), bytes.size()); }
#endif

class detector : public detail::owner<recto_detector, recto_detector_free> {
 public:
  detector() : owner(detail::made<recto_detector>(recto_detector_new)) {}

  recto_detection detect(const recto_frame &frame) {
    auto found = initialized(recto_detection_init);
    check(recto_detector_detect(get(), &frame, &found));
    return found;
  }
  recto_detection detect_file(const std::string &path) {
    auto found = initialized(recto_detection_init);
    control_.check(recto_detector_detect_file(get(), path.c_str(), &found));
    return found;
  }
  page scan(const recto_frame &frame) {
    return page(detail::made<recto_page>(
        [&](recto_page **page) { return recto_detector_scan(get(), &frame, page, nullptr); }));
  }
  page scan_file(const std::string &path) {
    recto_page *made = nullptr;
    control_.check(recto_detector_scan_file(get(), path.c_str(), &made, nullptr));
    return page(made);
  }
  // Merges 3 to 32 pictures of a resting page.
  page fuse(const std::vector<recto_frame> &frames, recto_fusion *fusion = nullptr) {
    std::vector<const recto_frame *> all;
    for (const auto &frame : frames) all.push_back(&frame);
    recto_page *made = nullptr;
    control_.check(recto_detector_fuse(get(), all.data(), all.size(), &made, fusion));
    return page(made);
  }
  // For calls that read files, and for fuse.
  void set_control(control values) { control_.set(get(), recto_detector_set_control, std::move(values)); }

 private:
  detail::controlled control_;
};

struct code {
  std::string text;
  std::vector<std::uint8_t> bytes;
  std::string symbology;
  recto_quad corners;
};

class code_reader : public detail::owner<recto_code_reader, recto_code_reader_free> {
 public:
  explicit code_reader(const recto_code_reader_options *options = nullptr)
      : owner(detail::made<recto_code_reader>(
            [&](recto_code_reader **reader) { return recto_code_reader_new(options, reader); })) {}

  std::vector<code> read(const recto_frame &frame) {
    std::size_t count = 0;
    control_.check(recto_code_reader_read(get(), &frame, &count));
    return codes(count);
  }
  std::vector<code> read_file(const std::string &path) {
    std::size_t count = 0;
    control_.check(recto_code_reader_read_file(get(), path.c_str(), &count));
    return codes(count);
  }
  void set_control(control values) { control_.set(get(), recto_code_reader_set_control, std::move(values)); }

 private:
  detail::controlled control_;

  std::vector<code> codes(std::size_t count) {
    std::vector<code> all;
    for (std::size_t index = 0; index < count; index++) {
      auto found = initialized(recto_code_init);
      check(recto_code_reader_get_code(get(), index, &found));
      all.push_back({std::string(found.text, found.text_bytes), {found.bytes, found.bytes + found.byte_count},
                     found.symbology, found.corners});
    }
    return all;
  }
};

class source : public detail::owner<recto_source, recto_source_free> {
 public:
  explicit source(const std::string &name, const recto_source_options *options = nullptr)
      : owner(detail::made<recto_source>(
            [&](recto_source **source) { return recto_source_open(name.c_str(), options, source); })) {}

  // Pointers in the event are valid until the source is used again.
  recto_event next(std::chrono::duration<double> timeout) {
    auto event = initialized(recto_event_init);
    check(recto_source_next(get(), timeout.count(), &event));
    return event;
  }
  int descriptor() {
    int descriptor = -1;
    check(recto_source_get_descriptor(get(), &descriptor));
    return descriptor;
  }
};

class scanner : public detail::owner<recto_scanner, recto_scanner_free> {
 public:
  explicit scanner(const recto_scanner_options *options = nullptr)
      : owner(detail::made<recto_scanner>(
            [&](recto_scanner **scanner) { return recto_scanner_new(options, scanner); })) {}

  // Returns the pages captured since the last call.
  std::vector<page> take_pages() { return std::exchange(captured_->pages, {}); }

  recto_observation process(const recto_frame &frame, std::chrono::nanoseconds time, std::int64_t number) {
    auto seen = initialized(recto_observation_init);
    listen();
    check(recto_scanner_process(get(), &frame, time.count(), number, &seen));
    captured_->rethrow();
    return seen;
  }
  // Runs until the source ends, or the function returns false.
  void run(source &source, std::function<bool(const recto_event &, const recto_observation *)> function) {
    listen();
    captured_->function = std::move(function);
    check(recto_scanner_run(
        get(), source.get(),
        [](const recto_event *event, const recto_observation *seen, void *context) -> std::int32_t {
          auto *state = static_cast<struct state *>(context);
          if (state->failure) return 1;
          try {
            return state->function && !state->function(*event, seen);
          } catch (...) {
            state->failure = std::current_exception();
            return 1;
          }
        },
        captured_.get()));
    captured_->rethrow();
  }
  void finish() {
    listen();
    check(recto_scanner_finish(get()));
    captured_->rethrow();
  }

 private:
  // Exceptions must not propagate through the library.
  struct state {
    std::vector<page> pages;
    std::function<bool(const recto_event &, const recto_observation *)> function;
    std::exception_ptr failure;

    void rethrow() {
      if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
    }
  };

  void listen() {
    check(recto_scanner_on_capture(
        get(),
        [](const recto_page *captured, const recto_capture *, void *context) {
          auto *state = static_cast<struct state *>(context);
          try {
            state->pages.push_back(page::copy(captured));
          } catch (...) {
            state->failure = std::current_exception();
          }
        },
        captured_.get()));
  }

  std::unique_ptr<state> captured_ = std::make_unique<state>();
};

}  // namespace recto

#endif
