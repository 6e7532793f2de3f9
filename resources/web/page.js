/* What a page does: shows the figures at another width, lights what is pointed at in all of them,
 * and says what it is. All it shows is drawn already; see src/figures/web. */
'use strict';
(async () => {
  const root = document.documentElement, by = (id) => document.getElementById(id);
  const LIGHT = 0, DARK = 1, GRID = 1.5, SECONDS = 0.7;

  /* What was packed: deflated, in base64. */
  async function unpack(id) {
    const bytes = Uint8Array.from(atob(by(id).textContent), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  /* Numbers that were written as what each is more than the one after the last. */
  function numbers(list) {
    let next = 0;
    return list.map((more) => (next += more + 1) - 1);
  }

  if (typeof DecompressionStream === 'undefined') {
    by('unable').hidden = false;
    return;
  }
  const data = JSON.parse(new TextDecoder().decode(await unpack('data')));
  const pixels = await unpack('pixels');
  const pictures = new Map();

  /* A picture of a matrix, whose colours are numbers: as a bitmap, rows from below. */
  function picture(number, version) {
    const key = 2 * number + version;
    if (pictures.has(key))
      return pictures.get(key);
    const [w, h, at, how, list] = data.images[number], palette = numbers(list);
    const symmetric = how === 1, transposed = how === 2;
    const n = symmetric ? (h * (h + 1)) / 2 : w * h, row = Math.ceil((3 * w) / 4) * 4;
    const file = new Uint8Array(54 + row * h), view = new DataView(file.buffer);
    const colors = palette.map((k) => parseInt(data.colors.substr(12 * k + 6 * version, 6), 16));
    file.set([0x42, 0x4d]);
    [[2, file.length], [10, 54], [14, 40], [18, w], [22, h], [34, row * h]]
      .forEach(([place, value]) => view.setUint32(place, value, true));
    view.setUint16(26, 1, true);
    view.setUint16(28, 24, true);
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++) {
        const [a, b] = transposed || (symmetric && x > y) ? [x, y] : [y, x];
        const k = at + (symmetric ? (a * (a + 1)) / 2 + b : a * w + b);
        const color = colors[pixels[k] + (palette.length > 256 ? 256 * pixels[k + n] : 0)];
        file.set([color & 255, (color >> 8) & 255, color >> 16], 54 + row * (h - 1 - y) + 3 * x);
      }
    let text = '';
    for (let i = 0; i < file.length; i += 8192)
      text += String.fromCharCode(...file.subarray(i, i + 8192));
    const address = 'data:image/bmp;base64,' + btoa(text);
    pictures.set(key, address);
    return address;
  }

  function piece(number, version) {
    const it = data.pieces[number];
    if (typeof it === 'number')
      return picture(it, version);
    return typeof it === 'string' ? it : it[version];
  }

  function text(number, version = LIGHT) {
    const other = version === DARK ? data.darks[number] : undefined;
    return numbers(other || data.texts[number]).map((k) => piece(k, version)).join('');
  }

  /* Several drawings in a page must not name their parts alike. */
  function named(svg, prefix) {
    return [' id="', 'href="#', 'url(#']
      .reduce((done, before) => done.replaceAll(before, before + prefix), svg);
  }

  /* The parts of the page, each with its elements and what was packed of it. */
  const stops = data.stops.map((packed, s) => {
    const section = by('stop-' + (s + 1));
    const figures = [...section.querySelectorAll('figure')].map((element, i) => ({
      element, packed: packed.figures[i],
      width: element.dataset.width / 1000, height: element.dataset.height / 1000,
      whole: element.querySelector('.whole'), stage: element.querySelector('.stage'),
      parts: [...element.querySelectorAll('.part')],
      tables: [...element.querySelectorAll('details')],
      bases: numbers(packed.figures[i].bases), maps: numbers(packed.figures[i].maps),
      lights: packed.figures[i].lit.map(numbers),
      steps: packed.figures[i].parts.map((part) => numbers(part.steps)),
      words: packed.figures[i].parts.map((part) => numbers(part.words)),
      numbers: packed.figures[i].parts.map((part) => numbers(part.tables)),
    }));
    return {
      section, figures, frame: packed.first, frames: packed.frames,
      says: packed.frames.map((frame) => numbers(frame.says)),
    };
  });
  /* A figure is seen as a whole, or on a narrow screen panel by panel, below each other, each with its
   * heading: windows on the same drawing. */
  const narrow = matchMedia('(max-width: 40rem)');
  const area = (part, figure) => {
    const [x, y, w, h] = ['left', 'top', 'width', 'height'].map((name, k) =>
      (parseFloat(part.style[name]) / 100) * (k % 2 ? figure.height : figure.width));
    return { x, y, w, h };
  };

  function arrange(figure) {
    const apart = narrow.matches && figure.parts.length > 1;
    const areas = figure.parts.map((part) => area(part, figure));
    const head = Math.min(0.1 * figure.height, ...areas.map(({ y }) => y));
    const whole = { x: 0, y: 0, w: figure.width, h: figure.height };
    figure.stage.append(...figure.parts);
    figure.stage.querySelectorAll('.window:not(.whole)').forEach((element) => element.remove());
    figure.stage.classList.toggle('apart', apart);
    figure.whole.hidden = apart;
    figure.windows = !apart ? [{ ...whole, element: figure.whole }] : areas.map((one, p) => {
      const element = document.createElement('div');
      element.className = 'window';
      element.innerHTML = '<div class="base" aria-hidden="true"></div><div class="lit" aria-hidden="true"></div>';
      element.append(figure.parts[p]);
      figure.stage.append(element);
      return { x: one.x, y: one.y - head, w: one.w, h: one.h + head, element };
    });
    if (apart)
      figure.whole.querySelectorAll('.base, .lit').forEach((element) => element.replaceChildren());
  }

  const box = ({ x, y, w, h }) => `viewBox="${x} ${y} ${w} ${h}"`;
  let at = 0, version = LIGHT, chosen = false;
  let hovered = 0, selected = 0, timer = 0;
  const stop = () => stops[at];

  function say(number) {
    return number > 0 ? text(stop().says[stop().frame][number - 1]) : '';
  }

  function light() {
    const shown = hovered || selected;
    stop().figures.forEach((figure, i) => {
      const what = [...new Set([selected, shown])].filter((number) => number > 0);
      figure.windows.forEach((seen, v) => {
        seen.element.querySelector('.lit').innerHTML = what.map((number, k) =>
          `<svg xmlns="http://www.w3.org/2000/svg" ${box(seen)}>`
          + named(text(figure.lights[stop().frame][number - 1], version), `l${i}-${v}-${k}-`)
          + '</svg>').join('');
      });
    });
    root.dataset.lit = shown;
    root.dataset.selected = selected;
    by('status').textContent = say(shown);
  }

  function fillTable(details, lines) {
    const table = details.querySelector('table');
    let heading = true;
    table.replaceChildren();
    for (const line of lines.split('\n')) {
      if (line === '') {
        heading = true;
        continue;
      }
      const row = table.insertRow();
      line.split('\t').forEach((words, k) => {
        const cell = document.createElement(heading || k === 0 ? 'th' : 'td');
        if (heading || k === 0)
          cell.scope = heading ? 'col' : 'row';
        cell.textContent = words;
        row.append(cell);
      });
      heading = false;
    }
  }

  function drawn(figure, seen, frame, how, prefix) {
    const svg = text(figure.bases[frame], how);
    return named(svg.slice(svg.indexOf('<svg')), prefix)
      .replace(/ width="[^"]*" height="[^"]*" viewBox="[^"]*"/, ' ' + box(seen));
  }

  /* Paper is white: a dark figure has a light one behind it, which is printed. */
  function draw({ figures, frame }, s) {
    figures.forEach((figure, i) => {
      figure.windows.forEach((seen, v) => {
        const one = (how, kind) => drawn(figure, seen, frame, how, `${kind}${s}-${i}-${v}-`);
        seen.element.querySelector('.base').innerHTML = one(version, 'b')
          + (version === DARK ? `<div class="paper">${one(LIGHT, 'p')}</div>` : '');
      });
    });
  }

  function show() {
    const { figures, frame, frames } = stop(), many = frames.length > 1;
    stops.forEach((other, s) => other.section.classList.toggle('away', s !== at));
    draw(stop(), at);
    figures.forEach((figure) => {
      figure.parts.forEach((part, p) => {
        part.setAttribute('aria-label', part.dataset.title + '. ' + text(figure.words[p][frame]));
        fillTable(figure.tables[p], text(figure.numbers[p][frame]));
      });
    });
    root.dataset.theme = version === DARK ? 'dark' : 'light';
    root.dataset.frame = frame;
    by('widths').hidden = !many;
    by('width').max = frames.length - 1;
    by('width').value = frame;
    by('width').setAttribute('aria-valuetext', 'N = ' + frames[frame].label);
    by('shown').textContent = frames[frame].label;
    by('stops').hidden = stops.length < 2;
    by('stop').textContent = `${at + 1} of ${stops.length}`;
    by('before').disabled = at === 0;
    by('next').disabled = at === stops.length - 1;
    by('theme').setAttribute('aria-pressed', version === DARK);
    light();
  }

  function goTo(frame) {
    stop().frame = Math.max(0, Math.min(stop().frames.length - 1, frame));
    show();
  }

  function play(on) {
    clearInterval(timer);
    timer = on ? setInterval(() => goTo((stop().frame + 1) % stop().frames.length),
                             1000 * SECONDS) : 0;
    by('play').textContent = on ? 'Pause' : 'Play';
    by('play').setAttribute('aria-pressed', on);
  }

  function leave(by_) {
    const next = Math.max(0, Math.min(stops.length - 1, at + by_));
    if (next === at)
      return;
    play(false);
    hovered = selected = 0;
    at = next;
    show();
    scrollTo(0, 0);
    stop().section.querySelector('h2').focus();
  }

  /* Selecting a width shows it. */
  function select(number) {
    const frame = number > 0 ? stop().frames.findIndex((one) => one.row === number) : -1;
    selected = number;
    if (frame >= 0) {
      play(false);
      goTo(frame);
    } else
      light();
  }

  function find(figure, event) {
    const on = figure.windows.find(({ element }) => element.contains(event.target))
      || figure.windows[0];
    const place = on.element.getBoundingClientRect();
    const x = on.x + ((event.clientX - place.left) / place.width) * on.w;
    const y = on.y + ((event.clientY - place.top) / place.height) * on.h;
    const line = text(figure.maps[stop().frame]).split('\n')[Math.floor(y / GRID)] || '';
    let column = Math.floor(x / GRID);
    for (const run of line.split(' ')) {
      const [number, length] = run.split('*').map(Number);
      if (column < length)
        return number;
      column -= length;
    }
    return 0;
  }

  function onArrow(figure, part, direction) {
    const lines = text(figure.steps[part][stop().frame]).split('\n');
    const next = Number(lines[hovered || selected].split(' ')[direction]);
    if (next > 0) {
      hovered = next;
      light();
    }
  }

  const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
  stops.forEach(({ figures }) => figures.forEach((figure) => {
    figure.stage.addEventListener('pointermove', (event) => {
      const number = find(figure, event);
      figure.stage.classList.toggle('pointed', number > 0);
      if (number !== hovered) {
        hovered = number;
        light();
      }
    });
    figure.stage.addEventListener('pointerleave', () => {
      hovered = 0;
      light();
    });
    figure.stage.addEventListener('click', (event) => select(find(figure, event)));
    figure.parts.forEach((part, p) => part.addEventListener('keydown', (event) => {
      const direction = arrows.indexOf(event.key);
      if (event.altKey || event.ctrlKey || event.metaKey)
        return;
      if (direction >= 0)
        onArrow(figure, p, direction);
      else if (event.key === 'Enter' || event.key === ' ')
        select(hovered || selected);
      else
        return;
      event.preventDefault();
      event.stopPropagation();
    }));
  }));

  by('width').addEventListener('input', () => {
    play(false);
    goTo(Number(by('width').value));
  });
  by('play').addEventListener('click', () => play(timer === 0));
  by('before').addEventListener('click', () => leave(-1));
  by('next').addEventListener('click', () => leave(1));

  function arrangeAll() {
    stops.forEach(({ figures }) => figures.forEach(arrange));
  }
  narrow.addEventListener('change', () => {
    arrangeAll();
    setVersion(version);
  });
  const dark = matchMedia('(prefers-color-scheme: dark)');
  function setVersion(to) {
    version = to;
    stops.forEach(draw);
    show();
  }
  dark.addEventListener('change', () => {
    if (!chosen)
      setVersion(dark.matches ? DARK : LIGHT);
  });
  by('theme').addEventListener('click', () => {
    chosen = true;
    setVersion(version === DARK ? LIGHT : DARK);
  });

  /* A story goes on as slides do; its widths have the slider. */
  const onwards = (event) => event.key === 'ArrowRight' || (event.key === ' ' && !event.shiftKey);
  const backwards = (event) => event.key === 'ArrowLeft' || (event.key === ' ' && event.shiftKey);

  document.addEventListener('keydown', (event) => {
    const many = stop().frames.length > 1;
    const idle = !event.target.closest('button, input, summary, .part');
    if (event.altKey || event.ctrlKey || event.metaKey)
      return;
    if (event.key === 'Escape') {
      play(false);
      hovered = selected = 0;
      light();
    } else if (stops.length > 1 && (event.key === 'PageDown' || (idle && onwards(event))))
      leave(1);
    else if (stops.length > 1 && (event.key === 'PageUp' || (idle && backwards(event))))
      leave(-1);
    else if (event.key === ' ' && idle && many)
      play(timer === 0);
    else if (event.key === 'ArrowLeft' && idle && many)
      goTo(stop().frame - 1);
    else if (event.key === 'ArrowRight' && idle && many)
      goTo(stop().frame + 1);
    else
      return;
    event.preventDefault();
  });

  by('bar').hidden = false;
  arrangeAll();
  setVersion(dark.matches ? DARK : LIGHT);
  root.dataset.ready = 'yes';
})();
