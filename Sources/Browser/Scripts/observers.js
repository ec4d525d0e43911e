// All of a page is shown, so that all of it counts as seen: pictures that wait for that, and text that
// appears as a reader scrolls to it. What scrolls by itself has its own view.
window.IntersectionObserver = new Proxy(IntersectionObserver, {
  construct: (type, [work, options], target) => Reflect.construct(type, [work,
    options?.root instanceof Element ? options : {...options, rootMargin: "1000000px"}], target),
});
