// The order of marked content, shared by the files that ask for it.

#ifndef MARKS_H
#define MARKS_H

#include <map>
#include <utility>

struct recto_marks {
  struct Place {
    // Its number in the order of the structure tree.
    int rank;
    // The number of the element that it is in.
    int element;
  };

  // By the number of the page's object and the identifier of the content.
  std::map<std::pair<int, int>, Place> places;

  // Negative numbers where the tree has no such content.
  Place place(int page, int mcid) const {
    auto found = places.find({page, mcid});
    return found == places.end() ? Place{-1, -1} : found->second;
  }
};

#endif
