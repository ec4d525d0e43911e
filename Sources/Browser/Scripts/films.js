// Ends films that play. True if a frame is on its way: its file is read, or it is sought in the film.

export default () => {
  const films = Array.from(document.querySelectorAll("video")).slice(0, 100);
  for (const film of films) {
    // A film that plays hides its poster before its time goes on.
    const plays = !film.paused;
    film.autoplay = false;
    film.pause();
    if (film.poster && (plays || film.played.length || film.currentTime > 0)) {
      film.preload = "none";
      film.load();
    } else if (film.currentTime > 0 && !film.seeking && film.seekable.length) {
      film.currentTime = 0;
    }
  }
  // One that a script feeds may never have a frame.
  const isRead = film => [1, 2].includes(film.networkState) && film.preload !== "none"
    && !film.currentSrc.startsWith("blob:");
  return films.some(film => !film.error && film.getClientRects().length > 0
    && (film.seeking || (film.readyState < 2 && isRead(film))));
};
