// The same header from C++: counts the pages and words of a file.
#include <recto.h>

#include <iostream>
#include <memory>

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  recto_error error{};
  error.size = sizeof error;
  recto_engine *made = nullptr;
  if (recto_engine_new(nullptr, &made, &error) != RECTO_STATUS_OK) return 1;
  std::unique_ptr<recto_engine, void (*)(recto_engine *)> engine(made, recto_engine_free);
  using Request = std::unique_ptr<recto_request, void (*)(recto_request *)>;
  Request opening(recto_begin_open(engine.get(), argv[1], nullptr), recto_request_free);
  recto_publication *opened = nullptr;
  if (recto_wait(opening.get(), -1, &error) != RECTO_STATUS_OK ||
      recto_take_publication(opening.get(), &opened, &error) != RECTO_STATUS_OK) {
    std::cerr << error.message << '\n';
    return 1;
  }
  std::unique_ptr<recto_publication, void (*)(recto_publication *)> issue(opened,
                                                                          recto_publication_free);
  std::size_t words = 0;
  for (std::int64_t page = 0; page < recto_page_count(issue.get()); page++) {
    Request request(recto_begin_text(issue.get(), page, nullptr), recto_request_free);
    recto_text text{};
    text.size = sizeof text;
    if (recto_wait(request.get(), -1, &error) != RECTO_STATUS_OK ||
        recto_get_text(request.get(), &text, &error) != RECTO_STATUS_OK)
      return 1;
    words += text.word_count;
  }
  std::cout << recto_page_count(issue.get()) << ' ' << (words > 0) << '\n';
}
