/// The report's style sheet.
enum ReportStyle {
  static let text = """
    :root { color-scheme: light dark; --line: #8884; --accent: #0b6bcb; --bad: #c01830; }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 110rem; padding: 1rem 1.5rem 4rem;
      font: 1rem/1.45 system-ui, sans-serif; }
    h1 { font-size: 1.5rem; margin: 0; }
    h2 { font-size: 1.2rem; margin: 0 0 .3rem; }
    p { margin: .3rem 0; }
    .keys { color: GrayText; font-size: .85rem; }
    .good { font-size: 1.1rem; margin-top: 2rem; }
    section { border-top: 1px solid var(--line); margin-top: 1.5rem; padding-top: 1rem; }
    section:focus { outline: 2px solid var(--accent); outline-offset: .5rem; }
    .status { font-size: .8rem; font-weight: 600; padding: .1rem .5rem; border-radius: 1rem;
      background: var(--bad); color: #fff; vertical-align: middle; }
    .status.missing, .status.recorded { background: #8a5a00; }
    table { border-collapse: collapse; font-size: .9rem; margin: .5rem 0; }
    caption { text-align: start; font-weight: 600; }
    th, td { text-align: start; padding: .15rem 1rem .15rem 0; border-bottom: 1px solid var(--line);
      vertical-align: top; font-variant-numeric: tabular-nums; }
    .tools { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; margin: .6rem 0; }
    .tools label { margin-inline-start: 1rem; font-size: .9rem; }
    button { font: inherit; padding: .2rem .7rem; border: 1px solid var(--line);
      border-radius: .3rem; background: Canvas; color: CanvasText; cursor: pointer; }
    button[aria-pressed="true"] { border-color: var(--accent); box-shadow: inset 0 0 0 1px
      var(--accent); }
    button:focus-visible, input:focus-visible { outline: 2px solid var(--accent); }
    button:disabled { color: GrayText; cursor: default; }
    .approve { border-color: var(--accent); font-weight: 600; }
    figure { margin: 0; min-width: 0; }
    figure > div { position: relative; display: inline-block; line-height: 0; }
    figure.one img { max-width: 30rem; }
    figcaption { font-size: .85rem; color: GrayText; line-height: 1.6; }
    img { max-width: 100%; height: auto; border: 1px solid var(--line); background: #fff; }
    .pictures { display: grid; gap: 1rem; }
    .pictures i { position: absolute; border: 2px solid var(--bad); border-radius: 2px; }
    .pictures.unmarked i { display: none; }
    .pictures[data-view="0"] { grid-template-columns: repeat(2, minmax(0, 1fr)); }
    .pictures[data-view="0"] .difference { display: none; }
    .pictures[data-view="1"] figure, .pictures[data-view="2"] figure,
    .pictures[data-view="3"] figure { grid-area: 1 / 1; }
    .pictures[data-view="1"] .difference, .pictures[data-view="2"] .difference,
    .pictures[data-view="3"] .difference { display: none; }
    .pictures[data-view="1"] .current { clip-path: inset(0 0 0 var(--at, 50%)); }
    .pictures[data-view="1"] figcaption, .pictures[data-view="2"] figcaption,
    .pictures[data-view="3"] figcaption { display: none; }
    .pictures[data-view="2"] .current { animation: blink 1s steps(1) infinite; }
    .pictures[data-view="3"] .current { opacity: var(--at, 50%); }
    .pictures[data-view="4"] .golden, .pictures[data-view="4"] .current { display: none; }
    @keyframes blink { 50% { visibility: hidden; } }
    """
}
