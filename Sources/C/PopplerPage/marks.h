// The order of marked content, shared by the files that ask for it.

#ifndef MARKS_H
#define MARKS_H

#include <map>
#include <utility>

struct recto_marks {
  // By the number of the page's object and the identifier of the content.
  std::map<std::pair<int, int>, int> ranks;

  int rank(int page, int mcid) const {
    auto found = ranks.find({page, mcid});
    return found == ranks.end() ? -1 : found->second;
  }
};

#endif
