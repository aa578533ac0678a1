"""The style of the page: light and dark, from a phone's width up, no fonts of its own."""

STYLE = """
:root{color-scheme:light dark;--page:#fbfaf7;--ink:#1d2320;--quiet:#5a645f;--line:#d9d8d0;
--box:#fff;--felt:#2f6b4f;--cloth:#fff;--faint:#d6e6dc;--card:#fff;--edge:#8a938e;
--black:#15191a;--red:#b3202c;--bad:#a1341f;--good:#0b6b3a;--cross:#ffb4a0;--tick:#b4f0c5}
@media (prefers-color-scheme:dark){:root{--page:#14181a;--ink:#e8ebe9;--quiet:#a3ada8;
--line:#343c39;--box:#1c2223;--felt:#1d4936;--cloth:#fff;--faint:#bcd3c7;--card:#f1efe8;
--edge:#5d6662;--bad:#ff9e85;--good:#7fdba3}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem;max-width:60rem;background:var(--page);color:var(--ink);
font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0}
h2{font-size:1.2rem;margin:2rem 0 .5rem}
h3{font-size:1.05rem;margin:1.25rem 0 .25rem}
article h3{margin-top:0}
p{margin:.4rem 0}
.quiet{color:var(--quiet);font-size:.9rem}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;width:100%}
th,td{padding:.3rem .5rem;text-align:right;border-bottom:1px solid var(--line);
white-space:nowrap}
thead th{font-weight:600;color:var(--quiet);font-size:.85rem}
tbody th{font-weight:400}
th:first-child,td:first-child{text-align:left}
tr.all td,tr.all th{font-weight:600;border-bottom:0}
article{display:grid;gap:1rem;background:var(--box);border:1px solid var(--line);
border-radius:.75rem;padding:1rem;margin:1rem 0}
@media (min-width:52rem){article{grid-template-columns:420px 1fr}}
article>*{min-width:0}
svg.table{display:block;width:100%;height:auto;max-width:420px;margin:0 auto}
svg.chart{display:block;width:100%;height:auto;max-width:560px;margin:.75rem 0}
svg.chart text{fill:var(--ink);font-size:13px}
.chart .axis{stroke:var(--line);fill:none}
.chart polyline{fill:none;stroke-width:2.5;stroke-linejoin:round}
.chart .result{stroke:var(--ink)}
.chart .deal{stroke:var(--good);stroke-dasharray:6 5}
svg text{font:15px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;fill:var(--cloth)}
svg text.said{font-size:20px;font-weight:600}
svg text.quiet{fill:var(--faint);font-size:14px}
.felt{fill:var(--felt)}
.card rect{fill:var(--card);stroke:var(--edge)}
.card text{fill:var(--black);font-weight:600;font-size:17px}
.card path{fill:var(--black)}
.card.red text,.card.red path{fill:var(--red)}
.card.cross rect{stroke:var(--bad);stroke-width:2.5}
.card.tick rect{stroke:var(--good);stroke-width:2.5}
.mark{fill:none;stroke-width:3.5;stroke-linecap:round;stroke-linejoin:round}
.mark.cross{stroke:var(--cross)}
.mark.tick{stroke:var(--tick)}
.verdict{font-weight:600}
.bad{color:var(--bad)}
.good{color:var(--good)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem .75rem;margin:.6rem 0 0;
font-size:.92rem}
dt{color:var(--quiet)}
dd{margin:0}
@media print{article{break-inside:avoid}}
"""
