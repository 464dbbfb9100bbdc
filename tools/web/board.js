
'use strict';
// Draws a position as an SVG that can be clicked.
//
// Places are named as in the API's `points`: 1 to 24 the points of the player to decide, 25 their bar, 0 the
// opponent's bar; 'off' and 'off-them' are the trays. The player to decide sits at the bottom and moves to
// the lower right.
const Board = (() => {
  const point = 40, frame = 14, label = 18, gap = 56, tray = 48, shown = 5;
  const half = 5 * point + 6, top = frame + label, bottom = top + 2 * half + gap;
  const width = 2 * frame + 13 * point + 2 * tray, height = bottom + label + frame;
  const middle = (top + bottom) / 2, right = width - frame - tray / 2, left = frame + tray / 2;

  const columnX = column => frame + tray + (column + 0.5) * point;
  const columnOf = n => {
    if (n === 25 || n === 0) return 6;
    const fromLeft = n > 12 ? n - 13 : 12 - n;
    return fromLeft < 6 ? fromLeft : fromLeft + 1;
  };
  const x = n => columnX(columnOf(n));
  const spot = (n, depth) => {
    if (n === 25 || n === 0) {
      const away = gap / 2 + (depth + 0.5) * point * 0.8;
      return [x(n), n === 25 ? middle + away : middle - away];
    }
    const fromEdge = (depth + 0.5) * point + 2;
    return [x(n), n > 12 ? top + fromEdge : bottom - fromEdge];
  };
  const end = place => {
    if (place === 'off') return [right, bottom - half / 3];
    if (place === 25 || place === 0) return spot(place, 0);
    return spot(place, 2);
  };

  function pips(points, ours) {
    let sum = 0;
    points.forEach((count, n) => { if (ours ? count > 0 : count < 0) sum += Math.abs(count) * (ours ? n : 25 - n); });
    return sum;
  }
  const off = (points, ours) => 15 - points.reduce((sum, count) => sum + Math.max(0, ours ? count : -count), 0);

  // Draws `view`: the fields of the API, and dark (the player to decide has the black checkers), arrows
  // ([[from, to], ...]), lifted (a place) and pushed (the cube goes to the opponent).
  function draw(into, view, onPlace) {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const add = (tag, attributes, text) => {
      const element = document.createElementNS(svg.namespaceURI, tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      if (text !== undefined) element.textContent = text;
      svg.append(element);
      return element;
    };
    const side = ours => ours !== view.dark ? 'x' : 'o';
    const name = ours => ours !== view.dark ? 'white' : 'black';
    const checker = ([cx, cy], ours) => add('circle', {class: side(ours), cx, cy, r: point / 2 - 1.5});
    const number = ([cx, cy], ours, count) => add('text', {class: 'c ' + side(ours) + 'c', x: cx, y: cy}, count);

    svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    svg.setAttribute('role', 'group');
    svg.setAttribute('aria-label', 'Backgammon board');
    add('rect', {class: 'frame', width, height, rx: 10});
    add('rect', {class: 'felt', x: frame + tray, y: top, width: 13 * point, height: bottom - top});
    for (let n = 1; n <= 24; ++n) {
      const base = n > 12 ? top : bottom, tip = n > 12 ? top + half - 8 : bottom - half + 8;
      add('path', {class: n % 2 ? 'dark' : 'light', d: `M${x(n) - point / 2} ${base}L${x(n)} ${tip}L${x(n) + point / 2} ${base}Z`});
      add('text', {class: 'n', x: x(n), y: n > 12 ? top - label / 2 : bottom + label / 2}, n);
    }
    add('rect', {class: 'bar', x: x(25) - point / 2, y: top, width: point, height: bottom - top});

    view.points.forEach((count, n) => {
      const number_of = Math.abs(count);
      for (let i = 0; i < Math.min(number_of, shown); ++i) checker(spot(n, i), count > 0);
      if (number_of > shown) number(spot(n, shown - 1), count > 0, number_of);
    });
    for (const ours of [true, false]) {
      const count = off(view.points, ours);
      for (let i = 0; i < count; ++i) {
        add('rect', {class: side(ours), x: right - point / 2, y: ours ? bottom - (i + 1) * 13 : top + i * 13 + 1, width: point, height: 12, rx: 3});
      }
      add('text', {class: 't', x: right, y: ours ? bottom + label / 2 : top - label / 2}, pips(view.points, ours));
    }

    const cube = (y, value, kind) => {
      add('rect', {class: 'cube' + kind, x: left - 18, y: y - 18, width: 36, height: 36, rx: 6});
      add('text', {class: 'xc' + kind, 'font-size': value > 99 ? 13 : 18, 'font-weight': 700, x: left, y}, value);
    };
    const offered = view.pending === 'double_offered';
    let cubeY = view.owner === 'me' ? bottom - 22 : view.owner === 'them' ? top + 22 : middle;
    if (offered) cubeY = bottom - half / 2;
    const value = offered ? view.cube * 2 : view.cube;
    cube(cubeY, value === 1 ? 64 : value, '');
    if (view.pushed) {
      cube(top + half / 2, view.cube * 2, ' ghost');
      arrow([left, cubeY - 22], [left, top + half / 2 + 20]);
    }

    const diceX = columnX(9) + point / 2;
    (view.dice || []).forEach((die, i) => {
      const at = diceX + (i ? 26 : -26);
      add('rect', {class: 'die', x: at - 18, y: middle - 18, width: 36, height: 36, rx: 7});
      const pip = (dx, dy) => add('circle', {class: 'pip', cx: at + dx * 10, cy: middle + dy * 10, r: 3.6});
      if (die % 2) pip(0, 0);
      if (die > 1) { pip(-1, -1); pip(1, 1); }
      if (die > 3) { pip(-1, 1); pip(1, -1); }
      if (die === 6) { pip(-1, 0); pip(1, 0); }
    });
    if (!view.dice) add('text', {class: 'c xc ghost', x: diceX, y: middle}, 'click to roll');

    function arrow([x1, y1], [x2, y2]) {
      const length = Math.hypot(x2 - x1, y2 - y1);
      if (length < 1) return;
      const ux = (x2 - x1) / length, uy = (y2 - y1) / length, nx = x2 - ux * 14, ny = y2 - uy * 14;
      add('path', {class: 'arrow', d: `M${x1} ${y1}L${nx} ${ny}`});
      add('path', {class: 'head-of-arrow', d: `M${x2} ${y2}L${nx - uy * 9} ${ny + ux * 9}L${nx + uy * 9} ${ny - ux * 9}Z`});
    }
    for (const [from, to] of view.arrows || []) arrow(end(from), end(to));
    if (view.lifted !== undefined && view.lifted !== null) {
      const place = view.lifted;
      const count = typeof place === 'number' ? Math.min(Math.abs(view.points[place]), shown) : 0;
      const at = typeof place === 'number' ? spot(place, Math.max(0, count - 1)) : [right, place === 'off' ? bottom - 40 : top + 40];
      add('circle', {class: 'lifted', cx: at[0], cy: at[1], r: point / 2});
    }

    const hit = (place, box, text) => {
      const element = add('rect', {class: 'hit', 'data-place': place, tabindex: 0, role: 'button', 'aria-label': text, ...box});
      const use = (event, removes) => { event.preventDefault(); onPlace(place, removes); };
      element.addEventListener('click', event => use(event, event.shiftKey));
      element.addEventListener('contextmenu', event => use(event, true));
      element.addEventListener('keydown', event => {
        if (event.key === 'Enter' || event.key === ' ') use(event, false);
        if (event.key === 'Delete' || event.key === 'Backspace') use(event, true);
      });
    };
    const words = n => {
      const count = view.points[n];
      return count === 0 ? 'empty' : `${Math.abs(count)} ${name(count > 0)}`;
    };
    for (let n = 24; n >= 1; --n) {
      hit(n, {x: x(n) - point / 2, y: n > 12 ? top : bottom - half, width: point, height: half}, `point ${n}: ${words(n)}`);
    }
    hit(0, {x: x(0) - point / 2, y: top, width: point, height: half + gap / 2}, `bar, ${name(false)}: ${words(0)}`);
    hit(25, {x: x(25) - point / 2, y: middle, width: point, height: half + gap / 2}, `bar, ${name(true)}: ${words(25)}`);
    hit('off-them', {x: right - tray / 2, y: top, width: tray, height: half}, `off, ${name(false)}: ${off(view.points, false)}`);
    hit('off', {x: right - tray / 2, y: bottom - half, width: tray, height: half}, `off, ${name(true)}: ${off(view.points, true)}`);
    hit('cube', {x: left - tray / 2, y: cubeY - 24, width: tray, height: 48}, `cube: ${value}`);
    if (view.dice) {
      for (const i of [0, 1]) hit('die' + i, {x: diceX + (i ? 26 : -26) - 22, y: middle - 24, width: 44, height: 48}, `die: ${view.dice[i]}`);
    } else {
      hit('dice', {x: diceX - 60, y: middle - 24, width: 120, height: 48}, 'roll the dice');
    }
    // Whoever moves about with the keyboard stays where they are.
    const focused = document.activeElement?.getAttribute?.('data-place');
    into.replaceChildren(svg);
    if (focused !== null && focused !== undefined) svg.querySelector(`[data-place="${focused}"]`)?.focus();
  }

  // The ways of the checkers in a play: "bar/22* 13/7(2)" gives [[25, 22], [13, 7]].
  function arrows(play) {
    const place = text => text === 'bar' ? 25 : text === 'off' ? 'off' : Number(text);
    return play.split(' ').filter(Boolean).map(step => {
      const stops = step.replace(/\(\d+\)$/, '').replaceAll('*', '').split('/');
      return [place(stops[0]), place(stops[stops.length - 1])];
    });
  }

  return {draw, arrows, off};
})();
