import { drawShares, find, findAll, put, sayQuarters, showBadge } from './dom.ts';
import type { ListProgress } from './live-data.ts';

/** As the page shows them. */
export function numbersOf({ dataset }: HTMLElement): ListProgress {
  return JSON.parse(dataset.numbers ?? '');
}

/** The texts of a list, its numbers and the bar over them. */
export function showList(list: HTMLElement, progress: ListProgress): void {
  const { badge, text, waits, checked, total, verdicts, shares, safe } = progress;
  list.dataset.numbers = JSON.stringify(progress);
  showBadge(list, badge.kind, badge.name);
  const standing = list.querySelector('[data-standing]');
  // Its file is not read yet.
  if (!standing) return;
  standing.className = `standing ${badge.kind}`;
  put(list, '[data-progress]', text);
  put(list, '[data-waits]', waits);
  put(list, '[data-safe]', safe.count);
  put(list, '[data-safe-text]', safe.text);
  put(list, '[data-bounces]', safe.bounces);
  for (const [part, { count, share }] of Object.entries(verdicts)) {
    for (const place of findAll(list, `[data-count=${part}]`)) place.textContent = count;
    put(list, `[data-share=${part}]`, share);
    find(list, `[data-tile=${part}]`).hidden = part === 'unchecked' && count === '0';
  }
  showChoices(list, safe.rows);
  find(list, '.download > button').classList.toggle('main', safe.rows > 0);
  const bar = find(list, '[data-bar]');
  bar.setAttribute('aria-valuenow', String(checked));
  bar.setAttribute('aria-valuetext', text);
  drawShares(bar, shares);
  sayQuarters(list, checked, total);
}

/** The rows of each choice: the safe ones, and those of accept-all domains as they were known last. */
function showChoices(list: HTMLElement, rows: number): void {
  const known = list.querySelector<HTMLElement>('[data-send=safe]');
  for (const place of findAll(list, '[data-send^=safe]')) {
    const more = Number(place.dataset.rows) - Number(known?.dataset.rows);
    place.textContent = (rows + more).toLocaleString(document.documentElement.lang);
  }
}

/** What may be downloaded, as the fresh page counts it: what is chosen there stays chosen. */
export function takeChoices(list: HTMLElement, fresh: HTMLElement): void {
  const counts = findAll(fresh, '[data-send]');
  for (const [at, place] of findAll(list, '[data-send]').entries()) {
    const count = counts[at];
    if (!count || place.dataset.send !== count.dataset.send) continue;
    place.dataset.rows = count.dataset.rows ?? '';
    place.textContent = count.textContent;
  }
}
