// The style sheet of every document, on the gateway and on the site of the guides: light and dark, readable on a phone. It loads nothing.

export const DOCS_STYLE = `
:root { color-scheme: light dark; --bg: #fff; --soft: #f5f6f8; --line: #e2e5ea; --text: #1c2128; --dim: #5b6472;
  --accent: #3451d1; --get: #0b7a4b; --post: #3451d1; --patch: #9a6200; --delete: #b3261e; --code: #f0f2f5; }
@media (prefers-color-scheme: dark) { :root { --bg: #101318; --soft: #171b22; --line: #2a303a; --text: #e4e8ee;
  --dim: #98a2b1; --accent: #8ea5ff; --get: #4cc38a; --post: #8ea5ff; --patch: #f0b44c; --delete: #ff8a80; --code: #1d222b; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--bg); color: var(--text);
  font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
a { color: var(--accent); text-decoration: none; } a:hover, main :is(p, li, td) a { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -999px; } .skip:focus { left: 1rem; top: 1rem; background: var(--bg); padding: .5rem; }
.page { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 82rem; margin: 0 auto; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 2rem 1.25rem; border-right: 1px solid var(--line);
  font-size: .875rem; }
nav .name { font-weight: 700; font-size: 1.125rem; color: var(--text); }
nav h2 { margin: 1.4rem 0 .3rem; font-size: .72rem; letter-spacing: .06em; text-transform: uppercase; color: var(--dim); }
nav ul { list-style: none; margin: 0; padding: 0; } nav li a { display: block; padding: .15rem 0; color: var(--text); }
nav li a:hover { color: var(--accent); }
main { padding: 2.5rem 2.5rem 6rem; min-width: 0; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem; letter-spacing: -.02em; }
h2 { font-size: 1.4rem; margin: 3.5rem 0 .75rem; padding-top: 1.5rem; border-top: 1px solid var(--line); letter-spacing: -.01em; }
h3 { font-size: 1.1rem; margin: 0; } h4 { font-size: .8rem; margin: 1.25rem 0 .4rem; color: var(--dim);
  text-transform: uppercase; letter-spacing: .05em; }
.lead { font-size: 1.1rem; color: var(--dim); margin-top: 0; max-width: 46rem; } p { max-width: 46rem; }
code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; background: var(--code);
  padding: .1em .35em; border-radius: 4px; overflow-wrap: anywhere; } td:nth-child(-n+2) code { white-space: nowrap; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1rem; overflow-x: auto;
  margin: .6rem 0; font-size: .9rem; } pre code { background: none; padding: 0; overflow-wrap: normal; }
.table { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem .8rem; border-bottom: 1px solid var(--line); }
tr:last-child td { border-bottom: 0; } th { font-size: .75rem; color: var(--dim); background: var(--soft); white-space: nowrap; }
tr:target td { background: var(--soft); box-shadow: inset 3px 0 var(--accent); }
.route { border: 1px solid var(--line); border-radius: 10px; margin: 1rem 0; padding: 1.1rem 1.25rem; }
.route:target { border-color: var(--accent); }
.address { display: flex; flex-wrap: wrap; gap: .5rem; align-items: baseline; margin: .3rem 0 0; }
.address code { background: none; padding: 0; font-size: .92rem; }
.method { font: 700 .72rem/1 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; color: var(--bg); padding: .3em .55em; border-radius: 4px; }
.get { background: var(--get); } .post { background: var(--post); } .patch { background: var(--patch); } .delete { background: var(--delete); }
.access { font-size: .78rem; color: var(--dim); border: 1px solid var(--line); border-radius: 99px; padding: .05rem .6rem; }
.type { color: var(--dim); font-size: .82rem; min-width: 8rem; } td:first-child { min-width: 9rem; } .need { color: var(--delete); font-size: .75rem; }
.price { font-size: .82rem; font-variant-numeric: tabular-nums; color: var(--text); margin-left: auto; }
.try { font-size: .82rem; } .price + .try { margin-left: 0; } .try { margin-left: auto; }
.samples { margin: .9rem 0 0; } .samples details { margin: 0; display: inline; } .samples summary { display: inline-block; padding: .1rem .5rem;
  margin-right: .25rem; border: 1px solid var(--line); border-radius: 6px; font-size: .78rem; list-style: none; }
.samples summary::-webkit-details-marker { display: none; } .samples details[open] summary { background: var(--soft); color: var(--text); }
.side-by-side { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); gap: .75rem; margin: .9rem 0 0; }
.sample { margin: 0; min-width: 0; display: flex; flex-direction: column; } .sample > * { min-width: 0; } .sample pre { margin: .25rem 0 0; font-size: .8rem; }
.sample figcaption { font-size: .78rem; color: var(--dim); } .copied { position: relative; margin: .6rem 0; } .copied pre { margin: 0; }
.copy { position: absolute; top: .35rem; right: .35rem; font: inherit; font-size: .72rem; padding: .15rem .5rem; color: var(--dim);
  background: var(--bg); border: 1px solid var(--line); border-radius: 5px; cursor: pointer; } .copy:hover { color: var(--text); }
.copied pre { padding-top: 2.1rem; } .one-line pre { padding: .9rem 4.5rem .9rem 1rem; } .one-line .copy { top: .8rem; }
.guide h2 { margin-top: 2.2rem; padding-top: 0; border-top: 0; } .guide h3 { margin-top: 1.6rem; } .guide ul, .guide ol { max-width: 46rem; }
.guide li { margin: .25rem 0; } .guide .table { margin: .8rem 0; } .guide :is(th, td code) { white-space: normal; } .anchor { opacity: 0; font-weight: 400; } :is(h2, h3, h4):hover .anchor, .anchor:focus { opacity: 1; }
.menu { margin: 0; } .menu > summary { padding: .5rem 0; } @media (min-width: 60.01rem) { .menu[open] > summary { display: none; } }
.codes td:first-child { min-width: 0; } .caption { margin: 1rem 0 0; font-size: .8rem; color: var(--dim); } .forms { font-size: .85rem; } nav [aria-current] { font-weight: 600; color: var(--accent); }
nav form { margin: .8rem 0 0; } nav label { display: block; font-size: .72rem; color: var(--dim); }
nav input { width: 100%; box-sizing: border-box; font: inherit; padding: .35rem .55rem; color: var(--text); background: var(--bg);
  border: 1px solid var(--line); border-radius: 6px; } nav output { font-size: .75rem; color: var(--dim); }
[hidden] { display: none !important; } .searching main section:not(:has(article:not([hidden]))), .searching nav section:not(:has(li:not([hidden]))) { display: none; }
details { margin-top: .8rem; } summary { cursor: pointer; color: var(--accent); font-size: .9rem; }
p a, td a { text-decoration: underline; } time { white-space: nowrap; }
footer { margin-top: 4rem; color: var(--dim); font-size: .85rem; }
@media (max-width: 60rem) { .page { display: block; } main { padding: 1.25rem 1rem 4rem; }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); padding: 1rem; }
  nav .menu ul { columns: 2; column-gap: 1.5rem; } nav li { break-inside: avoid; } h1 { font-size: 1.6rem; } .route { padding: .9rem; } }
@media (max-width: 40rem) { table, tbody, tr, td { display: block; } thead, th { display: none; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  td { border: 0; padding: .15rem .8rem; overflow-wrap: anywhere; } td:nth-child(-n+2) code { white-space: normal; } tr { padding: .4rem 0; border-bottom: 1px solid var(--line); } }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
@media print { nav { display: none; } .page { display: block; } }
`;
