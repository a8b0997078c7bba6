/** A list's page: its numbers move, and its filters change the table in place. */
import { quietly } from './dom.ts';
import { numbersOf, showList } from './list-numbers.ts';
import type { ListProgress } from './live-data.ts';
import { redraw } from './redraw.ts';

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
