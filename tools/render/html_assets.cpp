#include "tools/render/html_page.h"

namespace alea::render {

std::string_view page_style() {
  return R"css(
:root{--bg:#faf8f4;--card:#fff;--ink:#23201c;--dim:#6a645b;--line:#ddd6ca;--accent:#7a4a1f;
--doubtful:#9a6b00;--bad:#c04a00;--very_bad:#b3162a;--good:#1f7a3d;--p1:#b98a4a;--p2:#3c4a63;
--w3:#14532d;--w2:#1f7a3d;--w1:#7cc08d;--l1:#e9a79f;--l2:#c0392b;--l3:#7b1c14}
@media (prefers-color-scheme:dark){:root{--bg:#1a1816;--card:#24211e;--ink:#eae4da;--dim:#a79f93;
--line:#3b3630;--accent:#e0a964;--doubtful:#e0b040;--bad:#ff8a4c;--very_bad:#ff6b78;--good:#6cc784;
--p1:#e0b878;--p2:#8fa6d0;--w3:#1f7a3d;--w2:#3d9a58;--w1:#8fd0a0;--l1:#d99a92;--l2:#c5503f;--l3:#8f2a1f}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:3.6rem}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.45 system-ui,'Segoe UI','DejaVu Sans',sans-serif}
main,header{max-width:72rem;margin:0 auto;padding:0 1rem}
h1{font-size:1.6rem;margin:1.2rem 0 .2rem;line-height:1.2;overflow-wrap:anywhere}
h2{font-size:1.25rem;margin:2rem 0 .6rem;overflow-wrap:anywhere}
h3{font-size:1.02rem;margin:0;overflow-wrap:anywhere}
a{color:var(--accent)}
p{margin:.4rem 0}
.dim{color:var(--dim);font-size:.9rem;overflow-wrap:anywhere}
.cards{display:grid;grid-template-columns:1fr 1fr;gap:1rem;margin:1rem 0}
.card,article{background:var(--card);border:1px solid var(--line);border-radius:.7rem;padding:.9rem 1rem}
.card .pr{font-size:2.2rem;font-weight:700;line-height:1.1}
.card h3{display:flex;align-items:center;gap:.5rem}
.disc{display:inline-block;width:.9rem;height:.9rem;border-radius:50%;flex:none;border:1.5px solid var(--dim)}
.disc.one{background:#fffdf5}.disc.two{background:#2b2b33}
.scroll{overflow-x:auto;max-width:100%;--under:var(--bg);
background:linear-gradient(to right,var(--under) 50%,transparent),linear-gradient(to left,var(--under) 50%,transparent) 100% 0,
radial-gradient(farthest-side at 0 50%,var(--dim),transparent),radial-gradient(farthest-side at 100% 50%,var(--dim),transparent) 100% 0;
background-repeat:no-repeat;background-size:2.4rem 100%,2.4rem 100%,.6rem 100%,.6rem 100%;
background-attachment:local,local,scroll,scroll}
article .scroll{--under:var(--card)}
.wide{min-width:36rem}
table{border-collapse:collapse;width:100%;font-size:.92rem}
th,td{padding:.25rem .55rem;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap}
th{color:var(--dim);font-weight:600}
td.num,th.num{text-align:right;font-variant-numeric:tabular-nums}
tr.group th{color:var(--ink);padding-top:.7rem}
tr.best td{font-weight:650}
tr.played td{color:var(--very_bad)}
tr.played.best td{color:var(--good)}
td.rolled{font-weight:650;outline:2px solid var(--dim);outline-offset:-2px}
.doubtful{color:var(--doubtful)}.bad{color:var(--bad)}.very_bad{color:var(--very_bad)}.ok{color:var(--good)}
.tag{border:1px solid currentColor;border-radius:1rem;padding:.05rem .6rem;font-size:.85rem;white-space:nowrap}
nav.bar{position:sticky;top:0;z-index:5;background:var(--bg);border-bottom:1px solid var(--line);padding:.45rem 0;
display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
nav.bar select,nav.bar button{font:inherit;font-size:.92rem;color:inherit;background:var(--card);
border:1px solid var(--line);border-radius:.5rem;padding:.25rem .6rem;max-width:100%}
nav.bar button{cursor:pointer}
nav.bar .count{margin-left:auto;color:var(--dim);font-size:.9rem}
article{margin:1rem 0;break-inside:avoid}
article.at{outline:3px solid var(--accent);outline-offset:1px}
article header{padding:0;display:flex;flex-wrap:wrap;gap:.3rem .8rem;align-items:center;margin-bottom:.6rem}
article header h3{display:flex;gap:.5rem;align-items:center}
article header .tag{margin-left:auto}
.two{display:grid;grid-template-columns:minmax(0,25rem) minmax(0,1fr);gap:1rem;align-items:start}
svg.board,svg.curve{display:block;width:100%;height:auto}
.said{display:grid;grid-template-columns:auto 1fr;gap:.1rem .8rem;margin:.2rem 0 .6rem}
.said dt{color:var(--dim)}.said dd{margin:0;font-weight:600;overflow-wrap:anywhere}
.said .wrong{color:var(--very_bad)}.said .right{color:var(--good)}
.odds{display:flex;height:.85rem;min-width:5.5rem;border-radius:.25rem;overflow:hidden;background:var(--line)}
.odds i{display:block;height:100%}
.w3{background:var(--w3)}.w2{background:var(--w2)}.w1{background:var(--w1)}
.l1{background:var(--l1)}.l2{background:var(--l2)}.l3{background:var(--l3)}
.key{display:flex;flex-wrap:wrap;gap:.2rem .9rem;font-size:.85rem;color:var(--dim)}
.key i{display:inline-block;width:.8rem;height:.8rem;border-radius:.2rem;margin-right:.3rem;vertical-align:-.1rem}
code{font-size:.8rem;overflow-wrap:anywhere}
.comment{white-space:pre-wrap;border-left:3px solid var(--line);padding-left:.7rem}
details{margin:.5rem 0}summary{cursor:pointer;padding:.2rem 0}
.curve text{font:13px system-ui,'DejaVu Sans',sans-serif;fill:var(--dim)}
.curve .grid{stroke:var(--line)}.curve .half{stroke:var(--dim);stroke-dasharray:4 4}
.curve .game{stroke:var(--dim);opacity:.6}
.curve .line{fill:none;stroke:var(--accent);stroke-width:2.5;stroke-linejoin:round}
.curve circle{stroke:var(--card);stroke-width:1;cursor:pointer}
.curve .doubtful{fill:var(--doubtful)}.curve .bad{fill:var(--bad)}.curve .very_bad{fill:var(--very_bad)}
.curve .one{stroke:#fffdf5}.curve .two{stroke:#2b2b33}
[hidden]{display:none!important}
@media (max-width:48rem){body{font-size:15px}.two{grid-template-columns:minmax(0,1fr)}.cards{gap:.6rem}
.card{padding:.7rem}.card .pr{font-size:1.7rem}th,td{padding:.22rem .4rem}
article{padding:.7rem}article th,article td{padding:.22rem .25rem}article table{font-size:.86rem}
article .odds{min-width:4rem}.curve text{font-size:17px}
html{scroll-padding-top:6rem}}
@media print{:root{--bg:#fff;--card:#fff;--ink:#000;--dim:#444;--line:#bbb}nav.bar{display:none}
article.at{outline:none}body{font-size:11pt}.two{grid-template-columns:18rem minmax(0,1fr)}a{color:inherit;text-decoration:none}}
)css";
}

std::string_view page_script() {
  return R"js('use strict';
(function () {
  const all = Array.from(document.querySelectorAll('article[data-loss]'));
  const least = document.getElementById('least');
  const who = document.getElementById('who');
  const count = document.getElementById('count');
  if (!least) return;
  let at = -1;
  const shown = () => all.filter(a => !a.hidden);
  function filter() {
    for (const a of all) {
      a.hidden = Number(a.dataset.loss) < Number(least.value) ||
        (who.value !== '' && a.dataset.player !== who.value);
    }
    mark(-1, false);
  }
  function mark(index, move) {
    const list = shown();
    for (const a of all) a.classList.remove('at');
    at = Math.max(-1, Math.min(index, list.length - 1));
    count.textContent = list.length === 0 ? 'none' :
      (at < 0 ? list.length + (list.length === 1 ? ' decision' : ' decisions') :
        (at + 1) + ' of ' + list.length);
    if (at < 0) return;
    list[at].classList.add('at');
    if (move) list[at].scrollIntoView({block: 'start'});
  }
  function jump(id) {
    const target = document.getElementById(id);
    if (!target) return;
    if (target.tagName === 'DETAILS') target.open = true;
    if (target.hidden) { least.value = '0'; who.value = ''; filter(); }
    const index = shown().indexOf(target);
    if (index >= 0) mark(index, true); else target.scrollIntoView();
  }
  least.addEventListener('change', filter);
  who.addEventListener('change', filter);
  document.getElementById('next').addEventListener('click', () => mark(at + 1, true));
  document.getElementById('previous').addEventListener('click', () => mark(Math.max(0, at - 1), true));
  document.addEventListener('click', event => {
    const link = event.target.closest('a[href^="#"]');
    if (!link) return;
    event.preventDefault();
    jump(link.getAttribute('href').slice(1));
  });
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(SELECT|INPUT)$/.test(event.target.tagName)) return;
    if (event.key === 'j' || event.key === 'n' || event.key === 'ArrowRight') mark(at + 1, true);
    else if (event.key === 'k' || event.key === 'p' || event.key === 'ArrowLeft') mark(Math.max(0, at - 1), true);
    else if (event.key === 'Home') mark(-1, false);
  });
  filter();
  if (location.hash.length > 1) jump(location.hash.slice(1));
})();
)js";
}

}  // namespace alea::render
