// The parent tree of a tagged PDF (ISO 32000-2, 14.7.5.4), which has the elements of each page's content.
#pragma once

#include <map>
#include <set>
#include <vector>

#include <Object.h>
#include <PDFDoc.h>

namespace recto {

class ParentTree {
public:
  ParentTree(PDFDoc *document, const Object &root, Ref reference);

  // Finds the elements of a page's content and those around them. Returns false where the tree does not
  // state them.
  bool read(int page);

  // True for an element of the page, by its number.
  bool holds(int number) const { return elements.count(number) > 0; }
  // An element, read once for several pages.
  const Object &element(Ref);
  // The marked-content identifiers of the page's own content that have an element.
  const std::vector<int> &marks() const { return identifiers; }

private:
  bool addParents(const Object &owner, bool isPage);
  bool addForms(const Object &owner, int depth);
  Object entry(const Object &node, int key, int depth, int &nodes) const;
  bool addChain(Ref element);

  PDFDoc *document;
  Object tree;
  Ref root;
  std::map<int, Object> known;
  std::set<int> elements;
  std::set<int> forms;
  std::vector<int> identifiers;
};

} // namespace recto
