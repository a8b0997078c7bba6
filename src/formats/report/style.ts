import { HEADER_STYLE } from '../../lib/page-style/header-style.ts';
import { PALETTE } from '../../lib/page-style/palette.ts';

/** The report's style sheet: light and dark by the reader's choice, light on paper. */
export const REPORT_STYLE = `
${PALETTE}*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums}
${HEADER_STYLE}
main{max-width:62rem;margin:0 auto;padding:2.5rem 1.25rem 3rem}
main header p,footer,.note{color:var(--faint)}
main header p{margin:.25rem 0 0}
h1{font-size:1.75rem;line-height:1.2;margin:0;overflow-wrap:anywhere}
h2{font-size:1.1rem;margin:0 0 .9rem}
.problem { border-left: 4px solid var(--bad); padding: 0.5rem 0.75rem; font-weight: 600; }
section{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1.4rem 1.5rem;margin-top:1.25rem}
.sample{border-left:4px solid var(--accent)}
.strip{display:block;border-radius:6px}
.fill-deliverable{fill:var(--deliverable)}.fill-risky{fill:var(--risky)}.fill-undeliverable{fill:var(--undeliverable)}.fill-unknown{fill:var(--unknown)}
.tiles{display:grid;grid-template-columns:repeat(4,1fr);gap:1rem;margin:1.25rem 0 0;padding:0;list-style:none}
.tiles b{display:block;font-size:1.65rem;line-height:1.15;font-weight:650}
.tiles .share{font-size:.95rem;color:var(--faint)}
.name{display:flex;align-items:center;gap:.45rem;font-size:.95rem}
.tiles .name,dt .name{text-transform:capitalize}
.dot{flex:none;width:.7rem;height:.7rem}
.dot rect{rx:3px}
table{width:100%;border-collapse:collapse}
th,td{padding:.45rem .75rem .45rem 0;text-align:left;border-bottom:1px solid var(--line);vertical-align:middle}
tbody tr:last-child>*{border-bottom:0}
th{font-weight:500}.reason .name{font-weight:600}
thead th{font-size:.82rem;color:var(--faint);font-weight:500}
td.number,th.number{text-align:right;white-space:nowrap}
th:last-child,td:last-child{padding-right:0}
.wide{width:32%}
.bar{display:block;border-radius:3px}
.reason small{display:block;color:var(--faint);font-weight:400;font-size:.85rem}
.domain{overflow-wrap:anywhere}
.histogram{display:block;overflow:visible}
.histogram rect{fill:var(--accent)}
.histogram text{fill:var(--ink);font-size:12px;text-anchor:middle}
.histogram .axis{fill:var(--faint)}
.histogram line{stroke:var(--line)}
.note{font-size:.88rem;margin:.8rem 0 0}
dl{margin:0;display:grid;grid-template-columns:max-content 1fr;gap:.6rem 1.25rem}
dt{font-weight:600}
dd{margin:0}
footer{font-size:.85rem;margin-top:1.5rem;overflow-wrap:anywhere}
@media (max-width:40rem){main{padding:1.5rem .9rem 2rem}section{padding:1.1rem 1rem}
.tiles{grid-template-columns:repeat(2,1fr)}h1{font-size:1.4rem}
.chart thead{display:none}.chart tr{display:grid;grid-template-columns:1fr auto 4.2rem;gap:.15rem .6rem;padding:.5rem 0;border-bottom:1px solid var(--line)}
.chart tr>*{border:0;padding:0}.chart .drawn{grid-area:2/1/3/4}.chart tr:last-child{border-bottom:0}
.projected tr{grid-template-columns:1fr auto}.projected td:nth-child(n+3){color:var(--faint);font-size:.85rem}.projected td:nth-child(3){grid-area:2/1;text-align:left}.projected td:nth-child(4){grid-area:2/2}
dl{grid-template-columns:1fr;gap:.1rem 0}dd{margin-bottom:.7rem}
.histogram text{font-size:10.5px}th,td{padding-right:.5rem}}
@media print{:root{color-scheme:light;--card:#fff;--ground:#fff;--ink:#000;--faint:#4a4f55;--line:#ccc;--accent:#0f766e;
--deliverable:#2a8f5b;--risky:#d99a12;--undeliverable:#cb4239;--unknown:#8b94a0;--bad:#b3261e}
@page{margin:16mm}body{font-size:10.5pt}main{max-width:none;padding:0}
section{break-inside:avoid;border:0;border-top:1px solid var(--line);border-radius:0;padding:1rem 0;margin-top:1rem}
.long{break-inside:auto}tr{break-inside:avoid}h2{break-after:avoid}.sample{padding-left:1rem}
svg{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`;
