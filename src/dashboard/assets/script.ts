import { LIST_SCRIPT } from './list-script.ts';

/** The pages' script. Pages work without it, but for the copy buttons. */
export const SCRIPT = `'use strict';

for (const field of document.querySelectorAll('[data-path]')) {
  field.value = location.origin + field.dataset.path;
}

for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    // Over plain HTTP this is the only clipboard that browsers offer.
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else document.execCommand('copy');
    button.textContent = button.dataset.done;
    const said = document.querySelector('[data-copied]');
    said.textContent = said.dataset.copied;
  });
}

for (const button of document.querySelectorAll('[data-reveal]')) {
  const field = document.getElementById(button.dataset.reveal);
  const words = { password: button.textContent, text: button.dataset.hide };
  button.hidden = false;
  button.setAttribute('aria-label', button.dataset.label);
  button.addEventListener('click', () => {
    const shown = field.type === 'text';
    field.type = shown ? 'password' : 'text';
    button.textContent = words[field.type];
    button.setAttribute('aria-pressed', String(!shown));
  });
}

for (const form of document.querySelectorAll('[data-confirm]')) {
  form.addEventListener('submit', (event) => {
    if (!confirm(form.dataset.confirm)) event.preventDefault();
  });
}

for (const button of document.querySelectorAll('[data-busy]')) {
  const words = button.textContent;
  button.form.addEventListener('submit', (event) => {
    if (event.defaultPrevented || button.form.dataset.upload !== undefined) return;
    button.textContent = button.dataset.busy;
    button.disabled = true;
  });
  // A page that is restored by going back has its button enabled again.
  addEventListener('pageshow', () => {
    button.textContent = words;
    button.disabled = false;
  });
}

for (const zone of document.querySelectorAll('[data-drop]')) {
  const field = zone.querySelector('input[type=file]');
  const isFile = ({ dataTransfer }) => dataTransfer?.types.includes('Files');
  zone.addEventListener('dragover', (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    zone.classList.add('over');
  });
  zone.addEventListener('dragleave', ({ relatedTarget }) => {
    if (!zone.contains(relatedTarget)) zone.classList.remove('over');
  });
  zone.addEventListener('drop', (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    zone.classList.remove('over');
    field.files = event.dataTransfer.files;
    field.dispatchEvent(new Event('change'));
    zone.querySelector('button').focus();
  });
}

for (const menu of document.querySelectorAll('[data-menu]')) {
  const close = () => { menu.open = false; };
  document.addEventListener('click', ({ target }) => {
    if (!menu.contains(target)) close();
  });
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !menu.contains(relatedTarget)) close();
  });
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    close();
    menu.querySelector('summary').focus();
  });
}

document.querySelector('.pages [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });

// A formatter costs more than what it formats: one of each for all times of a page.
const timeFormats = (({ lang, dataset: { zone } }) => {
  const inZone = (options, language = lang) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: zone || undefined });
  const date = { day: 'numeric', month: 'short' };
  return {
    // As 2026-11-21.
    iso: inZone({ dateStyle: 'short' }, 'sv'),
    clock: inZone({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    thisYear: inZone(date),
    otherYear: inZone({ ...date, year: 'numeric' }),
    relative: new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }),
  };
})(document.documentElement);

for (const time of document.querySelectorAll('time[datetime]')) sayLocally(time);

/** In the zone of the browser, or of the person: today 18:18. What it was in UTC is its title. */
function sayLocally(time) {
  const { iso, clock, thisYear, otherYear, relative } = timeFormats;
  const at = new Date(time.dateTime);
  const [day, today] = [iso.format(at), iso.format(new Date())];
  const days = Math.round((Date.parse(day) - Date.parse(today)) / 86400000);
  const format = day.slice(0, 4) === today.slice(0, 4) ? thisYear : otherYear;
  const date = Math.abs(days) <= 1 ? relative.format(days, 'day') : format.format(at) + ',';
  time.title ||= time.textContent;
  time.textContent = date + ' ' + clock.format(at);
}

// Something is on its way: what came of it shows soon.
if (document.querySelector('[data-reload]')) setTimeout(() => location.reload(), 1500);

for (const section of document.querySelectorAll('[data-live]:not([data-ended])')) follow(section);

/** Uses the event stream while it works, else polls every two seconds. */
function follow(section) {
  const path = section.dataset.live;
  const query = section.dataset.query ?? '';
  let polling;
  const events = new EventSource(path + '/events' + query);
  events.addEventListener('progress', (event) => {
    clearInterval(polling);
    polling = undefined;
    show(section, JSON.parse(event.data), () => events.close());
  });
  events.onerror = () => {
    polling ??= setInterval(() => look(section, path + '/progress' + query).catch(() => {}), 2000);
  };
}

async function look(section, path) {
  const answer = await fetch(path, { headers: { Accept: 'application/json' } });
  if (answer.redirected || answer.status === 404) return location.reload();
  if (answer.ok) show(section, await answer.json(), () => {});
}

function show(section, progress, close) {
  if (progress.rows) return showRows(section, progress);
  if (progress.feed) return showFeed(section, progress, close);
  const { status, processedCount, totalCount, ended, stamp } = progress;
  if (stamp !== undefined) {
    if (stamp === section.dataset.stamp) return moveList(progress);
    close();
    location.reload();
    return;
  }
  if (ended || (status === 'running' && !section.querySelector('progress'))) {
    close();
    location.reload();
    return;
  }
  const badge = section.querySelector('[data-status]');
  badge.textContent = progress.badge;
  badge.className = 'badge ' + status;
  if (!section.querySelector('progress')) return;
  section.querySelector('progress').value = processedCount;
  put(section, '[data-processed]', processedCount.toLocaleString(document.documentElement.lang));
  const quarters = Math.floor((4 * processedCount) / totalCount);
  if (quarters > 0) {
    const said = section.querySelector('[data-said]');
    said.textContent = said.dataset.words.replace('25', quarters * 25);
  }
}

/** Lists in short, each in its place, and what the month has used. */
function showFeed(section, { feed, quota, charged, used, ended }, close) {
  for (const { id, status, badge, text, shares } of feed) {
    const place = section.querySelector('[data-list="' + id + '"]');
    if (!place) continue;
    put(place, '[data-text]', text);
    drawShares(place, shares);
    const mark = (place.closest('li, tr') ?? place).querySelector('[data-status]');
    mark.textContent = badge;
    mark.className = 'badge ' + status;
  }
  put(document, '[data-quota]', quota);
  put(document, '[data-charged]', charged);
  const bar = document.querySelector('[data-quota-bar]');
  if (bar) bar.value = used;
  if (ended) close();
}

function drawShares(section, shares) {
  let from = 0;
  for (const [at, part] of section.querySelectorAll('.strip rect').entries()) {
    part.setAttribute('x', from + '%');
    part.setAttribute('width', shares[at] + '%');
    from += shares[at];
  }
}

function put(section, place, text) {
  const found = section.querySelector(place);
  if (found && found.textContent !== text) found.textContent = text;
}

/** Rows of texts, by the name of their table. */
function showRows(section, { summary, rows }) {
  put(section, '[data-summary]', summary);
  for (const [name, texts] of Object.entries(rows)) {
    const place = section.querySelector('[data-rows=' + name + ']');
    const columns = [...place.querySelectorAll('th')].map((head) => head.textContent);
    place.hidden = texts.length === 0;
    section.querySelector('[data-empty=' + name + ']').hidden = texts.length > 0;
    place.querySelector('tbody').replaceChildren(...texts.map((cells) => row(cells, columns)));
  }
}

function row(cells, columns) {
  const line = part('tr', 'row');
  for (const [at, text] of cells.entries()) {
    const cell = part('td', 'cell');
    cell.dataset.label = columns[at];
    cell.append(document.createElement('div'));
    cell.firstChild.textContent = text;
    line.append(cell);
  }
  return line;
}

function part(name, role) {
  const made = document.createElement(name);
  made.setAttribute('role', role);
  return made;
}

${LIST_SCRIPT}`;
