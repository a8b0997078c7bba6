/** A list's page: its numbers move, and its filters change the table in place. */
import { drawShares, find, findAll, put, quietly, sayQuarters, showBadge } from './dom.ts';
import type { ListProgress } from './live-data.ts';

const LOOK_MS = 5000;

export function listenToList(): void {
  const list = document.getElementById('list-page');
  if (!list) return;
  list.addEventListener('click', (event) => followLink(list, event));
  list.addEventListener('submit', (event) => search(list, event));
  addEventListener('popstate', () => redraw(list, location.href));
  if (list.dataset.ended !== undefined) watchEnded(list);
  else document.addEventListener('visibilitychange', () => moveList(list, numbersOf(list)));
}

function followLink(list: HTMLElement, event: MouseEvent): void {
  const { target, metaKey, ctrlKey, shiftKey, button } = event;
  const link = (target as Element).closest<HTMLAnchorElement>('a[data-in-place]');
  if (!link || metaKey || ctrlKey || shiftKey || button) return;
  event.preventDefault();
  goTo(list, link.href);
}

function search(list: HTMLElement, event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (form.method !== 'get' || form.getAttribute('role') !== 'search') return;
  event.preventDefault();
  const target = new URL(form.action);
  target.search = '';
  for (const [name, value] of new FormData(form)) {
    if (value) target.searchParams.append(name, String(value));
  }
  goTo(list, target.href);
}

/** Shows other rows of the list, without leaving the page. */
async function goTo(list: HTMLElement, href: string): Promise<void> {
  if (!(await redraw(list, href))) return;
  history.pushState(null, '', href);
  const rows = document.getElementById('rows');
  if (rows && rows.getBoundingClientRect().top > innerHeight - 120) {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    rows.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' });
  }
}

/** While the list runs, its numbers change together with what stands behind them: as the page is now. */
export async function moveList(list: HTMLElement, progress: ListProgress): Promise<void> {
  // It is drawn again when it is seen again.
  if (document.hidden) list.dataset.behind = 'yes';
  if (document.hidden || list.dataset.moving) return;
  const isSame = verdictsOf(progress) === verdictsOf(numbersOf(list));
  if (isSame && !list.dataset.behind) return showList(list, progress);
  list.dataset.moving = 'yes';
  delete list.dataset.behind;
  if (!(await redraw(list, location.href, idleParts(list)))) showList(list, progress);
  delete list.dataset.moving;
}

function verdictsOf({ verdicts }: ListProgress): string {
  return JSON.stringify(verdicts);
}

/** What may be drawn again: nothing in which somebody is filling in a field. */
function idleParts(list: HTMLElement): string[] {
  const active = document.activeElement;
  const isBusy = active?.matches('input, select, textarea');
  return ['.cards', '#rows'].filter(
    (part) => !isBusy || !list.querySelector(part)?.contains(active),
  );
}

/** A list that has ended may go on in another tab: looked at now and then, and when the tab is shown. */
function watchEnded(list: HTMLElement): void {
  let isLeaving = false;
  // What a form does changes the list: drawing it again would cancel the request for its answer.
  addEventListener('submit', ({ target, defaultPrevented }) => {
    if ((target as HTMLFormElement).method === 'post' && !defaultPrevented) isLeaving = true;
  });
  const check = quietly(async () => {
    if (document.hidden || isLeaving) return;
    const headers = { Accept: 'application/json' };
    const answer = await fetch(`${list.dataset.live}/progress`, { headers });
    if (answer.status === 404) location.href = '/lists';
    if (!answer.ok || answer.redirected || isLeaving) return;
    const { stamp }: ListProgress = await answer.json();
    if (stamp !== list.dataset.stamp) location.reload();
  });
  setInterval(check, LOOK_MS);
  document.addEventListener('visibilitychange', check);
}

/** As the page shows them. */
function numbersOf({ dataset }: HTMLElement): ListProgress {
  return JSON.parse(dataset.numbers ?? '');
}

/** The texts of a list, its numbers and the bar over them. */
function showList(list: HTMLElement, progress: ListProgress): void {
  const { badge, text, waits, checked, total, verdicts, shares, safe } = progress;
  list.dataset.numbers = JSON.stringify(progress);
  showBadge(list, badge.kind, badge.name);
  const standing = list.querySelector('[data-standing]');
  // Its file is not read yet.
  if (!standing) return;
  standing.className = `standing ${badge.kind}`;
  moveText(list, { text, checked });
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
  find(list, '[data-files]').hidden = safe.rows === 0;
  const bar = find(list, '[data-bar]');
  bar.setAttribute('aria-valuenow', String(checked));
  bar.setAttribute('aria-valuetext', text);
  drawShares(bar, shares);
  sayQuarters(list, checked, total);
}

/** Results come in bursts: the number goes on over the time in which the last one came. Milliseconds. */
const GAP_MS = { least: 1000, most: 5000 };
/** What the page shows of the rows that are checked. */
const moving = { shown: 0, from: 0, to: 0, since: 0, gap: GAP_MS.least, frame: 0 };

/** Moves the number of checked rows in its text evenly; the bar follows by the same time. */
function moveText(
  list: HTMLElement,
  { text, checked }: Pick<ListProgress, 'text' | 'checked'>,
): void {
  const now = performance.now();
  if (checked !== moving.to) {
    const gap = Math.min(Math.max(now - moving.since, GAP_MS.least), GAP_MS.most);
    Object.assign(moving, { from: moving.shown, to: checked, since: now, gap });
    list.style.setProperty('--gap', `${gap}ms`);
  }
  const isCalm = moving.from === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches;
  const written = numberText(checked);
  const show = (at: number) => {
    const share = isCalm ? 1 : Math.min(1, (at - moving.since) / moving.gap);
    moving.shown = Math.round(moving.from + (moving.to - moving.from) * Math.max(0, share));
    put(list, '[data-progress]', text.replace(written, numberText(moving.shown)));
    if (share < 1) moving.frame = requestAnimationFrame(show);
  };
  cancelAnimationFrame(moving.frame);
  show(now);
}

function numberText(count: number): string {
  return count.toLocaleString(document.documentElement.lang);
}

/** The rows of each choice: the safe ones, and those of accept-all domains as they were known last. */
function showChoices(list: HTMLElement, rows: number): void {
  const known = list.querySelector<HTMLElement>('[data-send=safe]');
  for (const place of findAll(list, '[data-send^=safe]')) {
    const more = Number(place.dataset.rows) - Number(known?.dataset.rows);
    place.textContent = numberText(rows + more);
  }
}

/** What may be downloaded, as the fresh page counts it: what is chosen there stays chosen. */
function takeChoices(list: HTMLElement, fresh: HTMLElement): void {
  const counts = findAll(fresh, '[data-send]');
  for (const [at, place] of findAll(list, '[data-send]').entries()) {
    const count = counts[at];
    if (!count || place.dataset.send !== count.dataset.send) continue;
    place.dataset.rows = count.dataset.rows ?? '';
    place.textContent = count.textContent;
  }
}

/** Counts what was begun: an answer that another overtook is dropped. */
let drawing = 0;

/**
 * Shows a list as the service sees it now: the parts that are named, else all of it. False where the page could
 * not be had, so that the browser goes there itself.
 */
async function redraw(list: HTMLElement, href: string, only?: readonly string[]): Promise<boolean> {
  const turn = ++drawing;
  if (!only) list.classList.add('refreshing');
  const page = await fetchPage(href);
  if (turn !== drawing) return false;
  list.classList.remove('refreshing');
  const fresh = page?.getElementById('list-page');
  if (!fresh) {
    if (!only) location.href = href;
    return false;
  }
  const restoreFocus = rememberFocus(list);
  if (only) {
    for (const part of only) replacePart(list, fresh, part);
    takeChoices(list, fresh);
    showList(list, numbersOf(fresh));
  } else list.replaceChildren(...fresh.childNodes);
  const { stamp = '', numbers = '', ended } = fresh.dataset;
  Object.assign(list.dataset, { stamp, numbers });
  if (ended !== list.dataset.ended) location.reload();
  restoreFocus();
  return true;
}

/** Fetches the page as it is now. An XHR parses it without a script running. */
function fetchPage(href: string): Promise<Document | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', href);
    request.responseType = 'document';
    request.onloadend = () => resolve(request.status === 200 ? request.response : null);
    request.send();
  });
}

/** What somebody opened there stays open. */
function replacePart(list: HTMLElement, fresh: HTMLElement, selector: string): void {
  const [before, after] = [list.querySelector(selector), fresh.querySelector(selector)];
  if (!before || !after) return;
  const opened = findAll<HTMLDetailsElement>(before, 'details').map(({ open }) => open);
  for (const [at, details] of findAll<HTMLDetailsElement>(after, 'details').entries()) {
    details.open ||= opened[at] ?? false;
  }
  before.replaceWith(after);
}

/** What can have the focus; only fields have a name, a value and a selection. */
type Focusable = HTMLElement &
  Partial<
    Pick<HTMLInputElement, 'name' | 'value' | 'selectionStart'> & {
      setSelectionRange(start: number, end: number): void;
    }
  >;

/** Remembers what has the focus, by its link or its name; the function gives it back. */
function rememberFocus(list: HTMLElement): () => void {
  const active = document.activeElement as Focusable | null;
  if (!active || !list.contains(active)) return () => {};
  const isSame = sameAs(active);
  const at = active.selectionStart;
  return () => {
    const same = findAll<Focusable>(list, 'a, input, select, button, summary').find(isSame);
    same?.focus({ preventScroll: true });
    if (at != null) same?.setSelectionRange?.(at, at);
  };
}

function sameAs({ id, name, value, textContent }: Focusable): (other: Focusable) => boolean {
  if (id) return (other) => other.id === id;
  if (name) return (other) => other.name === name && other.value === value;
  return (other) => beginning(other.textContent) === beginning(textContent);
}

/** What stands behind a wide gap changes, such as a count. */
function beginning(text: string): string | undefined {
  return text.split('  ')[0];
}
