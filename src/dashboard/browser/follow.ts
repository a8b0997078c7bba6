import { drawShares, find, findAll, put, quietly, sayQuarters, showBadge } from './dom.ts';
import { moveList } from './list-page.ts';
import type {
  BatchProgress,
  FeedProgress,
  ListProgress,
  LiveData,
  RowsProgress,
} from './live-data.ts';

const POLL_MS = 2000;

/** Keeps what the page shows true while it changes. */
export function follow(): void {
  // Something is on its way: what came of it shows soon.
  if (document.querySelector('[data-reload]')) setTimeout(() => location.reload(), 1500);
  for (const section of findAll(document, '[data-live]:not([data-ended])')) followSection(section);
}

/** By the event stream while it works, else by polls. */
function followSection(section: HTMLElement): void {
  const { live, query = '' } = section.dataset;
  let polling: number | undefined;
  const events = new EventSource(`${live}/events${query}`);
  events.addEventListener('progress', ({ data }) => {
    clearInterval(polling);
    polling = undefined;
    show(section, JSON.parse(data), () => events.close());
  });
  const poll = quietly(() => look(section, `${live}/progress${query}`));
  events.onerror = () => {
    polling ??= setInterval(poll, POLL_MS);
  };
}

async function look(section: HTMLElement, path: string): Promise<void> {
  const answer = await fetch(path, { headers: { Accept: 'application/json' } });
  if (answer.redirected || answer.status === 404) location.reload();
  else if (answer.ok) show(section, await answer.json(), () => {});
}

function show(section: HTMLElement, data: LiveData, close: () => void): void {
  if ('rows' in data) showRows(section, data);
  else if ('feed' in data) showFeed(section, data, close);
  else if ('stamp' in data) showListPage(section, data, close);
  else showBatch(section, data, close);
}

function showListPage(list: HTMLElement, progress: ListProgress, close: () => void): void {
  if (progress.stamp === list.dataset.stamp) moveList(list, progress);
  else reload(close);
}

function reload(close: () => void): void {
  close();
  location.reload();
}

function showBatch(section: HTMLElement, progress: BatchProgress, close: () => void): void {
  const { status, badge, processedCount, totalCount, ended } = progress;
  if (ended) {
    reload(close);
    return;
  }
  showBadge(section, status, badge);
  find<HTMLProgressElement>(section, 'progress').value = processedCount;
  put(section, '[data-processed]', processedCount.toLocaleString(document.documentElement.lang));
  sayQuarters(section, processedCount, totalCount);
}

/** Lists in short, each in its place, and what the month has used. */
function showFeed(section: HTMLElement, progress: FeedProgress, close: () => void): void {
  const { feed, quota, charged, used, ended } = progress;
  for (const { id, status, badge, text, shares } of feed) {
    const place = section.querySelector(`[data-list="${id}"]`);
    if (!place) continue;
    put(place, '[data-text]', text);
    drawShares(place, shares);
    showBadge(place.closest('li, tr') ?? place, status, badge);
  }
  put(document, '[data-quota]', quota);
  put(document, '[data-charged]', charged);
  const bar = document.querySelector<HTMLProgressElement>('[data-quota-bar]');
  if (bar) bar.value = used;
  if (ended) close();
}

/** Tables whose rows come with the events. */
function showRows(section: HTMLElement, { summary, rows }: RowsProgress): void {
  put(section, '[data-summary]', summary);
  for (const [name, texts] of Object.entries(rows)) {
    const place = find(section, `[data-rows=${name}]`);
    const columns = findAll(place, 'th').map((head) => head.textContent);
    place.hidden = texts.length === 0;
    find(section, `[data-empty=${name}]`).hidden = texts.length > 0;
    find(place, 'tbody').replaceChildren(...texts.map((cells) => row(cells, columns)));
  }
}

function row(cells: readonly string[], columns: readonly string[]): HTMLElement {
  const line = part('tr', 'row');
  for (const [at, text] of cells.entries()) {
    const cell = part('td', 'cell');
    const content = document.createElement('div');
    cell.dataset.label = columns[at] ?? '';
    content.textContent = text;
    cell.append(content);
    line.append(cell);
  }
  return line;
}

/** With its role: on a narrow window the style makes it no table any more. */
function part(name: 'tr' | 'td', role: string): HTMLElement {
  const made = document.createElement(name);
  made.setAttribute('role', role);
  return made;
}
