// Has the page ask for pictures and frames that it would ask for once they are scrolled to.

export default () => {
  for (const element of document.querySelectorAll("img[loading=lazy i], iframe[loading=lazy i]"))
    element.loading = "eager";
  return true;
};
