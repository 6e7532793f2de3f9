/* A page of figures: shows them at another width or moment, and highlights what is hovered in all of
 * them. An element that can be hovered has the classes "item", its own name and the names of what it
 * consists of; its <title> is its sentence. */
'use strict';
(async () => {
  const root = document.documentElement, by = (id) => document.getElementById(id);
  const SECONDS = 0.7, NEAR = 8;

  async function unpack(text) {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
    return JSON.parse(await new Response(stream).text());
  }

  if (typeof DecompressionStream === 'undefined') {
    by('unable').hidden = false;
    return;
  }
  const { stops, lines } = await unpack(by('data').textContent);
  const html = (frame) => frame.html || frame.lines.map((k) => lines[k]).join('\n');
  stops.forEach((stop, s) => {
    stop.section = by('stop-' + (s + 1));
    stop.figures = stop.section.querySelector('.frame');
    stop.at = stop.first;
    stop.frames[stop.first].html = stop.figures.innerHTML;
  });
  let at = 0, hovered = null, selected = null, timer = 0;
  const stop = () => stops[at];
  const names = (item) => item.getAttribute('class').split(' ').slice(1).filter((one) => one !== 'lit');
  const sentence = (item) => item.querySelector(':scope > title').textContent;

  /* An item is highlighted with another if either consists of the other. Next to shapes the other
   * ones are dimmed, next to an area nothing. */
  function light() {
    const shown = hovered || selected;
    let first = null;
    stop().figures.querySelectorAll('svg > g > *').forEach((panel) => {
      let some = false;
      panel.querySelectorAll('.item').forEach((item) => {
        const own = names(item);
        const lit = shown !== null && (own.includes(shown[0]) || shown.includes(own[0]));
        item.classList.toggle('lit', lit);
        some = some || (lit && item.localName === 'g');
        if (lit && own[0] === shown[0] && first === null)
          first = item;
      });
      panel.classList.toggle('some', some);
    });
    root.dataset.lit = shown ? shown[0] : '';
    root.dataset.selected = selected ? selected[0] : '';
    by('status').textContent = first ? sentence(first) : '';
  }

  function show() {
    const { frames, axis, figures } = stop(), many = frames.length > 1;
    const open = [...figures.querySelectorAll('details')].map((one) => one.open);
    stops.forEach((other, s) => other.section.classList.toggle('away', s !== at));
    figures.innerHTML = html(frames[stop().at]);
    figures.querySelectorAll('details').forEach((one, i) => { one.open = open[i]; });
    figures.querySelectorAll('svg').forEach((svg) => {
      svg.tabIndex = 0;
      svg.setAttribute('aria-label', [...svg.parentNode.querySelectorAll('details p')].map((p) => p.textContent).join(' '));
    });
    root.dataset.frame = stop().at;
    by('frames').hidden = !many;
    by('axis').textContent = axis;
    by('frame').max = frames.length - 1;
    by('frame').value = stop().at;
    by('frame').setAttribute('aria-valuetext', axis + ' ' + frames[stop().at].label);
    by('shown').textContent = frames[stop().at].label;
    by('stops').hidden = stops.length < 2;
    by('stop').textContent = `${at + 1} of ${stops.length}`;
    by('before').disabled = at === 0;
    by('next').disabled = at === stops.length - 1;
    light();
  }

  function goTo(frame) {
    stop().at = Math.max(0, Math.min(stop().frames.length - 1, frame));
    show();
  }

  function play(on) {
    clearInterval(timer);
    timer = on ? setInterval(() => goTo((stop().at + 1) % stop().frames.length), 1000 * SECONDS) : 0;
    by('play').textContent = on ? 'Pause' : 'Play';
    by('play').setAttribute('aria-pressed', on);
  }

  function leave(by_) {
    const next = Math.max(0, Math.min(stops.length - 1, at + by_));
    if (next === at)
      return;
    play(false);
    hovered = selected = null;
    at = next;
    show();
    scrollTo(0, 0);
    stop().section.querySelector('h2').focus();
  }

  /* Selecting a width shows it, selecting a moment the last frame that is not after it. */
  function select(shown) {
    const own = shown ? shown[0] : '', number = (name) => Number(name.split('-').pop());
    const frame = stop().frames.findLastIndex(({ name }) => name !== '' && (name === own
      || (own.startsWith('moment-') && number(name) <= number(own))));
    selected = shown;
    if (frame >= 0) {
      play(false);
      goTo(frame);
    } else
      light();
  }

  /* The item under the pointer, or one very near: lines are thin. */
  function find(event) {
    for (const [dx, dy] of [[0, 0], [0, 0.5], [0, -0.5], [0.5, 0], [-0.5, 0], [0, 1], [0, -1], [1, 0], [-1, 0]]) {
      const element = document.elementFromPoint(event.clientX + dx * NEAR, event.clientY + dy * NEAR);
      const item = element && element.closest('.item');
      if (item && stop().figures.contains(item))
        return names(item);
    }
    return null;
  }

  /* The nearest item of the same drawing in the direction of an arrow key. */
  function step(svg, dx, dy) {
    const shown = hovered || selected, all = [...svg.querySelectorAll('.item')];
    const from = shown && all.find((item) => names(item)[0] === shown[0]);
    const middle = (item) => {
      const { x, y, width, height } = item.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    };
    const distance = (item) => {
      const [x, y] = middle(item), [x0, y0] = middle(from);
      const along = (x - x0) * dx + (y - y0) * dy, across = Math.abs((x - x0) * dy + (y - y0) * dx);
      return along > 1 && names(item)[0] !== shown[0] ? along + 2 * across : Infinity;
    };
    const next = from ? all.reduce((a, b) => (distance(b) < distance(a) ? b : a)) : all[0];
    if (next && (!from || distance(next) < Infinity))
      hovered = names(next);
    light();
  }

  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  document.addEventListener('pointermove', (event) => {
    const found = find(event);
    if ((found && found[0]) !== (hovered && hovered[0])) {
      hovered = found;
      light();
    }
  });
  document.addEventListener('click', (event) => {
    if (event.target.closest('svg'))
      select(find(event));
  });
  by('frame').addEventListener('input', () => {
    play(false);
    goTo(Number(by('frame').value));
  });
  by('play').addEventListener('click', () => play(timer === 0));
  by('before').addEventListener('click', () => leave(-1));
  by('next').addEventListener('click', () => leave(1));

  const dark = matchMedia('(prefers-color-scheme: dark)');
  function setDark(on) {
    root.dataset.theme = on ? 'dark' : 'light';
    by('theme').setAttribute('aria-pressed', on);
  }
  dark.addEventListener('change', () => setDark(dark.matches));
  by('theme').addEventListener('click', () => setDark(root.dataset.theme !== 'dark'));

  document.addEventListener('keydown', (event) => {
    const { key, shiftKey } = event, svg = event.target.closest('svg');
    const idle = !event.target.closest('button, input, summary, svg'), many = stop().frames.length > 1;
    const story = stops.length > 1;
    if (event.altKey || event.ctrlKey || event.metaKey)
      return;
    if (key === 'Escape') {
      play(false);
      hovered = selected = null;
      light();
    } else if (svg && arrows[key])
      step(svg, ...arrows[key]);
    else if (svg && (key === 'Enter' || key === ' '))
      select(hovered || selected);
    else if (story && (key === 'PageDown' || (idle && (key === 'ArrowRight' || (key === ' ' && !shiftKey)))))
      leave(1);
    else if (story && (key === 'PageUp' || (idle && (key === 'ArrowLeft' || key === ' '))))
      leave(-1);
    else if (idle && many && key === ' ')
      play(timer === 0);
    else if (idle && many && (key === 'ArrowLeft' || key === 'ArrowRight'))
      goTo(stop().at + arrows[key][0]);
    else
      return;
    event.preventDefault();
  });

  by('bar').hidden = false;
  setDark(dark.matches);
  show();
  root.dataset.ready = 'yes';
})();
