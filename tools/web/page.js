
(() => {
  const $ = id => document.getElementById(id);
  const start = () => ({
    points: [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0],
    dice: null, cube: 1, owner: 'centre', match: 0, score: [0, 0], crawford: false, jacoby: false, beavers: false,
    max_stack: 15, pending: 'roll_or_double'});
  let state = start();  // what the API calls a position, in its own words
  let dark = false;     // the player to decide has the black checkers
  let lifted = null;    // the place whose checker waits to be put down
  let best = null;      // the analysis on show
  let at = 0;           // its play whose arrows are drawn
  const past = [];

  const name = ours => ours !== dark ? 'White' : 'Black';
  const other = {me: 'them', them: 'me', centre: 'centre'};
  const brush = () => document.querySelector('input[name=brush]:checked').value;
  const escaped = text => String(text).replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`);
  const equity = value => {
    const text = Math.abs(value).toFixed(3);
    return (value < 0 && text !== '0.000' ? '\u2212' : '+') + text;
  };
  const percent = value => (100 * value).toFixed(1);

  function complain(text) {
    $('problem').textContent = text;
    $('problem').hidden = !text;
    if (text) $('problem').scrollIntoView({block: 'nearest'});  // on a phone the field may be far below
  }

  // ---- asking the engine

  let asking = null;
  // The answer to a POST. An older question that still waits is given up, which also ends the work on it.
  async function ask(path, body, signal) {
    const response = await fetch(path, {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body), signal});
    const json = await response.json();
    if (!response.ok) throw new Error(json.error);
    return json;
  }

  let timer = 0;
  function refresh() {
    clearTimeout(timer);
    asking?.abort();
    asking = new AbortController();
    const {signal} = asking;
    $('result').classList.add('busy');
    best = null;
    at = 0;
    show();
    for (const ours of [true, false]) {
      if (Board.off(state.points, ours) === 15) {
        $('ids').replaceChildren();
        $('result').textContent = `${name(ours)} has no checkers on the board.`;
        $('result').classList.remove('busy');
        return;
      }
    }
    timer = setTimeout(async () => {
      try {
        showIds(await ask('/api/id', state, signal));
        complain('');
        best = await ask('/api/analyze', {...state, plies: Number($('plies').value), moves: Number($('moves').value)}, signal);
        showResult();
        show();
      } catch (error) {
        if (signal.aborted) return;
        $('result').replaceChildren();
        complain(error instanceof TypeError ? 'The server does not answer; is alea still running?' : error.message);
      }
      $('result').classList.remove('busy');
    }, 120);
  }

  // ---- changing the position

  function remember() {
    past.push(JSON.stringify({state, dark}));
    if (past.length > 500) past.shift();
  }
  function change(how) {
    remember();
    how(state);
    lifted = null;
    complain('');
    refresh();
  }
  function setDice(dice) {
    state.dice = dice;
    state.pending = dice ? 'checker_play' : 'roll_or_double';
  }
  function roll() {
    const die = () => {
      const byte = new Uint8Array(1);
      do crypto.getRandomValues(byte); while (byte[0] >= 252);
      return byte[0] % 6 + 1;
    };
    change(() => setDice([die(), die()]));
  }
  function turnRound() {
    state.points = Array.from({length: 26}, (_, n) => state.points[25 - n] === 0 ? 0 : -state.points[25 - n]);
    state.owner = other[state.owner];
    state.score.reverse();
    dark = !dark;
  }

  const isBar = place => place === 0 || place === 25;
  // Whether a checker of that side can lie on a bar or tray: each has its own.
  const fits = (place, ours) => !(isBar(place) || typeof place === 'string') || (place === 25 || place === 'off') === ours;

  function put(place, ours) {
    const sign = ours ? 1 : -1;
    if (typeof place === 'string') return;  // the tray holds whatever is not on the board
    if (state.points[place] * sign < 0) state.points[place] = 0;
    state.points[place] += sign;
  }
  function add(place, ours) {
    if (typeof place === 'string' || !fits(place, ours)) return complain(`Here no ${name(ours).toLowerCase()} checker can be added.`);
    if (Board.off(state.points, ours) === 0) return complain(`All 15 ${name(ours).toLowerCase()} checkers are on the board: move or remove one.`);
    change(() => put(place, ours));
  }
  function remove(place) {
    if (typeof place === 'string' || state.points[place] === 0) return;
    change(() => { state.points[place] -= Math.sign(state.points[place]); });
  }
  function holds(place) {
    if (place === 'off') return Board.off(state.points, true);
    if (place === 'off-them') return -Board.off(state.points, false);
    return state.points[place];
  }
  // First click: which checker; second click: where it goes. A lone enemy there is hit.
  function move(place) {
    if (lifted === null) {
      if (holds(place) === 0) return;
      lifted = place;
      return show();
    }
    const from = lifted, ours = holds(from) > 0, there = holds(place) * (ours ? 1 : -1);
    lifted = null;
    if (place === from) return show();
    if (!fits(place, ours)) return complain(`A ${name(ours).toLowerCase()} checker cannot lie there.`), show();
    if (typeof place === 'number' && there < -1) return complain(`Point ${place} is held by the other side.`), show();
    change(() => {
      if (typeof from === 'number') state.points[from] -= ours ? 1 : -1;
      if (typeof place === 'number' && there === -1) {
        state.points[place] = 0;
        state.points[ours ? 0 : 25] += ours ? -1 : 1;
      }
      put(place, ours);
    });
  }

  function clicked(place, removes) {
    complain('');
    if (place === 'dice') return roll();
    if (place === 'cube') return change(() => { state.cube = state.cube >= 64 ? 1 : state.cube * 2; if (state.cube === 1) state.owner = 'centre'; else if (state.owner === 'centre' && state.pending !== 'double_offered') state.owner = 'me'; });
    if (place === 'die0' || place === 'die1') {
      const i = Number(place[3]);
      return change(() => { state.dice = state.dice.slice(); state.dice[i] = state.dice[i] % 6 + 1; });
    }
    if (removes || brush() === 'remove') return remove(place);
    if (brush() === 'move') return move(place);
    add(place, (brush() === 'white') !== dark);
  }

  // Makes a play of the list: then the opponent is to decide.
  async function play(row) {
    try {
      const next = await ask('/api/id', {position: row.position, cube: state.cube, owner: other[state.owner], match: state.match,
        score: [state.score[1], state.score[0]], crawford: state.crawford, jacoby: state.jacoby, beavers: state.beavers, max_stack: state.max_stack});
      remember();
      take(next);
      dark = !dark;
      refresh();
    } catch (error) {
      complain(error.message);
    }
  }

  // Takes over the position of an answer.
  function take(json) {
    for (const key of Object.keys(start())) state[key] = json[key];
    lifted = null;
  }

  // ---- showing

  const hints = {
    move: 'Click a checker, then where it goes. Dice and cube change by a click, too.',
    white: 'Click where a white checker is to be added; a right click removes one.',
    black: 'Click where a black checker is to be added; a right click removes one.',
    remove: 'Click a point to take a checker off it.'};

  function show() {
    const chosen = best?.decision === 'checker' ? best.moves[at] : null;
    const pushed = best?.decision === 'cube' && !best.answer && /^(re)?double_/.test(best.action);
    Board.draw($('board'), {...state, dark, lifted, arrows: chosen ? Board.arrows(chosen.play) : [], pushed}, clicked);
    const asked = state.pending === 'double_offered' ? 'to take or pass' : state.dice ? 'to play ' + state.dice.join('-') : 'to roll or double';
    $('question').textContent = `${name(true)} ${asked}`;
    $('hint').textContent = hints[brush()];
    $('undo').disabled = past.length === 0;
    $('lift').disabled = !state.dice;
    $('rows').hidden = $('make').hidden = !state.dice;
    $('make').disabled = !chosen;
    $('name-me').textContent = $('owner').options[1].textContent = name(true);
    $('name-them').textContent = $('owner').options[2].textContent = name(false);
    for (const id of ['cube', 'owner', 'match', 'pending']) if (document.activeElement !== $(id)) $(id).value = state[id];
    if (state.dice) $('pending').value = 'roll_or_double';
    if (document.activeElement !== $('score-me')) $('score-me').value = state.score[0];
    if (document.activeElement !== $('score-them')) $('score-them').value = state.score[1];
    for (const id of ['crawford', 'jacoby', 'beavers']) $(id).checked = state[id];
    for (const id of ['score-me', 'score-them', 'crawford']) $(id).disabled = state.match === 0;
    for (const id of ['jacoby', 'beavers']) $(id).disabled = state.match > 0;
  }

  function showIds(json) {
    $('ids').replaceChildren();
    for (const [title, key] of [['XGID', 'xgid'], ['GNU ID', 'gnuid'], ['OGID', 'ogid']]) {
      const dt = document.createElement('dt'), dd = document.createElement('dd'), code = document.createElement('code'), copy = document.createElement('button');
      dt.textContent = title;
      code.textContent = json[key];
      code.id = key;
      copy.textContent = 'Copy';
      copy.setAttribute('aria-label', 'Copy ' + title);
      copy.addEventListener('click', async () => {
        try {
          await navigator.clipboard.writeText(json[key]);
          copy.textContent = 'Copied';
        } catch {  // not allowed here: select it, so that a key press does
          getSelection().selectAllChildren(code);
        }
      });
      dd.append(code);
      $('ids').append(dt, dd, copy);
    }
  }

  function bar(p, wide) {
    const parts = {w3: p.win_backgammon, w2: p.win_gammon - p.win_backgammon, w1: p.win - p.win_gammon,
      l1: 1 - p.win - p.lose_gammon, l2: p.lose_gammon - p.lose_backgammon, l3: p.lose_backgammon};
    const words = `win ${percent(p.win)}%, gammon ${percent(p.win_gammon)}%, backgammon ${percent(p.win_backgammon)}%; ` +
      `lose ${percent(1 - p.win)}%, gammon ${percent(p.lose_gammon)}%, backgammon ${percent(p.lose_backgammon)}%`;
    return `<div class="odds${wide ? ' wide' : ''}" role="img" aria-label="${words}" title="${words}">` +
      Object.entries(parts).filter(([, share]) => share > 5e-4).map(([kind, share]) => `<i class="${kind}" style="width:${(100 * share).toFixed(2)}%"></i>`).join('') + '</div>';
  }

  const level = of => escaped(of.level).replace(/ply$/, '-ply');
  const unit = () => state.match ? 'EMG' : 'Equity';
  const partial = () => best.complete === false ? '<p class="dim">The time was over: this is what had been found.</p>' : '';

  function showResult() {
    $('result').innerHTML = (best.decision === 'checker' ? checkerTable() : cubeCard()) + partial();
    $('result').querySelectorAll('tr.row').forEach((tr, i) => {
      const select = () => {
        at = i;
        $('result').querySelectorAll('tr.row').forEach((row, k) => row.classList.toggle('at', k === i));
        show();
      };
      tr.addEventListener('click', select);
    });
  }

  function checkerTable() {
    const rows = best.moves.map((row, i) =>
      `<tr class="row${i === 0 ? ' best at' : ''}"><td class="num">${i + 1}</td><td class="play"><button>${escaped(row.play || 'cannot move')}</button><div class="narrow-only">${bar(row)}${row.level === best.level ? '' : `<span class="dim">${level(row)}</span>`}</div></td>` +
      `<td class="num">${equity(row.equity)}</td><td class="num">${i === 0 ? '' : equity(-row.loss)}</td><td class="wide-only">${bar(row)}</td>` +
      `<td class="num wide-only">${percent(row.win)}%</td><td class="num wide-only">${percent(row.win_gammon)} / ${percent(row.lose_gammon)}</td>` +
      `<td class="wide-only">${level(row)}</td></tr>`).join('');
    return `<div class="scroll"><table><thead><tr><th></th><th>Play</th><th class="num">${unit()}</th><th class="num">Loss</th><th class="wide-only">Chances</th>` +
      `<th class="num wide-only">Win</th><th class="num wide-only">Gammons</th><th class="wide-only">Level</th></tr></thead><tbody>${rows}</tbody></table></div>`;
  }

  function sentence() {
    if (best.answer) return {take: 'Take', pass: 'Pass', beaver: 'Beaver'}[best.answer];
    const again = state.owner === 'me' ? 'redouble' : 'double';
    const doubles = Math.abs(best.best_equity - best.no_double) > 1e-6;
    return {no_double: 'No double / Take', no_redouble: 'No redouble / Take', double_take: 'Double / Take', double_pass: 'Double / Pass',
      redouble_take: 'Redouble / Take', redouble_pass: 'Redouble / Pass', too_good_take: `Too good to ${again} / Take`,
      too_good_pass: `Too good to ${again} / Pass`, beaver: (doubles ? again[0].toUpperCase() + again.slice(1) : `No ${again}`) + ' / Beaver',
      no_cube: 'No cube decision: the cube may not be turned'}[best.action];
  }

  function cubeCard() {
    const again = state.owner === (best.answer ? 'them' : 'me') ? 'redouble' : 'double';
    const line = (title, value, mwc) => {
      const top = Math.abs(value - best.best_equity) < 5e-4;
      return `<tr class="${top ? 'best' : ''}"><td>${title}</td><td class="num">${equity(value)}</td><td class="num">${top ? '' : equity(value - best.best_equity)}</td>` +
        `<td class="num">${mwc === undefined ? '' : percent(mwc) + '%'}</td></tr>`;
    };
    const word = again[0].toUpperCase() + again.slice(1);
    const table = best.double_take === null ? '' :
      `<div class="scroll"><table><thead><tr><th>Cube action</th><th class="num">${unit()}</th><th class="num">Difference</th><th class="num">${state.match ? 'Match' : ''}</th></tr></thead><tbody>` +
      line('No ' + again, best.no_double, best.no_double_mwc) + line(`${word} / Take`, best.double_take, best.double_take_mwc) +
      line(`${word} / Pass`, best.double_pass, best.double_pass_mwc) + '</tbody></table></div>';
    return `<p class="verdict">${sentence()}</p>${bar(best, true)}<p class="dim">${name(true)} wins ${percent(best.win)}% ` +
      `(gammon ${percent(best.win_gammon)}%, backgammon ${percent(best.win_backgammon)}%), loses ${percent(1 - best.win)}% ` +
      `(gammon ${percent(best.lose_gammon)}%, backgammon ${percent(best.lose_backgammon)}%); cubeless ${equity(best.cubeless_equity)}` +
      `${best.take_point === null ? '' : `; take point ${percent(best.take_point)}%`}; ${level(best)}</p>${table}`;
  }

  // ---- what the user can do

  $('roll').addEventListener('click', roll);
  $('make').addEventListener('click', () => play(best.moves[at]));
  $('lift').addEventListener('click', () => change(() => setDice(null)));
  $('turn').addEventListener('click', () => change(turnRound));
  $('start').addEventListener('click', () => change(() => { state = {...start(), match: state.match, score: state.score, crawford: state.crawford, jacoby: state.jacoby, beavers: state.beavers}; }));
  $('clear').addEventListener('click', () => change(() => { state.points = Array(26).fill(0); }));
  $('undo').addEventListener('click', () => {
    ({state, dark} = JSON.parse(past.pop()));
    lifted = null;
    complain('');
    refresh();
  });
  for (const input of document.querySelectorAll('input[name=brush]')) input.addEventListener('change', () => { lifted = null; show(); });
  for (const id of ['plies', 'moves']) $(id).addEventListener('change', refresh);
  $('paste').addEventListener('submit', async event => {
    event.preventDefault();
    const text = $('id').value.trim();
    if (!text) return;
    try {
      const json = await ask('/api/id', {position: text});
      remember();
      take(json);
      dark = false;
      complain('');
      refresh();
    } catch (error) {
      complain(error.message);
    }
  });
  $('id').addEventListener('paste', () => setTimeout(() => $('paste').requestSubmit(), 0));

  $('cube').addEventListener('change', () => change(() => { state.cube = Number($('cube').value); if (state.cube === 1) state.owner = 'centre'; }));
  $('owner').addEventListener('change', () => change(() => { state.owner = $('owner').value; if (state.owner !== 'centre' && state.cube === 1) state.cube = 2; }));
  $('pending').addEventListener('change', () => change(() => { state.dice = null; state.pending = $('pending').value; }));
  const number = id => Math.max(0, Math.min(Number($(id).max), Math.trunc(Number($(id).value)) || 0));
  $('match').addEventListener('change', () => change(() => {
    state.match = number('match');
    state.score = state.score.map(points => state.match === 0 ? 0 : Math.min(points, state.match - 1));
    if (state.match === 0) state.crawford = false; else state.jacoby = state.beavers = false;
  }));
  $('score-me').addEventListener('change', () => change(() => { state.score = [number('score-me'), state.score[1]]; }));
  $('score-them').addEventListener('change', () => change(() => { state.score = [state.score[0], number('score-them')]; }));
  for (const id of ['crawford', 'jacoby', 'beavers']) $(id).addEventListener('change', () => change(() => { state[id] = $(id).checked; }));

  for (let value = 1; value <= 1024; value *= 2) $('cube').add(new Option(value, value));
  fetch('/api/version').then(response => response.json()).then(json => {
    for (let plies = 0; plies <= Math.min(4, json.max_plies); ++plies) {
      $('plies').add(new Option(plies === 0 ? 'no roll' : plies === 1 ? '1 roll' : plies + ' rolls', plies, false, plies === json.plies));
    }
    $('engine').textContent = `${json.version}, ${json.evaluator}`;
    refresh();
  }).catch(() => complain('The server does not answer; is alea still running?'));
  show();
})();
