// Makes the root of a page as large as the page, and what is placed is placed in it, where the window is smaller.

export default ({width, height}) => {
  const wanted = {position: "relative", width: `${width}px`, height: `${height}px`};
  for (const [name, value] of Object.entries(wanted))
    document.documentElement.style.setProperty(name, value, "important");
  return true;
};
