import { findAll } from './dom.ts';
import { numbersOf, showList, takeChoices } from './list-numbers.ts';

/** Counts what was begun: an answer that another overtook is dropped. */
let drawing = 0;

/**
 * Shows a list as the service sees it now: the parts that are named, else all of it. False where the page could
 * not be had, so that the browser goes there itself.
 */
export async function redraw(
  list: HTMLElement,
  href: string,
  only?: readonly string[],
): Promise<boolean> {
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
type Control = HTMLElement &
  Partial<
    Pick<HTMLInputElement, 'name' | 'value' | 'selectionStart'> & {
      setSelectionRange(start: number, end: number): void;
    }
  >;

/** Remembers what has the focus, by its link or its name; the function gives it back. */
function rememberFocus(list: HTMLElement): () => void {
  const active = document.activeElement as Control | null;
  if (!active || !list.contains(active)) return () => {};
  const isSame = sameAs(active);
  const at = active.selectionStart;
  return () => {
    const same = findAll<Control>(list, 'a, input, select, button, summary').find(isSame);
    same?.focus({ preventScroll: true });
    if (at != null) same?.setSelectionRange?.(at, at);
  };
}

function sameAs({ id, name, value, textContent }: Control): (other: Control) => boolean {
  if (id) return (other) => other.id === id;
  if (name) return (other) => other.name === name && other.value === value;
  return (other) => beginning(other.textContent) === beginning(textContent);
}

/** What stands behind a wide gap changes, such as a count. */
function beginning(text: string): string | undefined {
  return text.split('  ')[0];
}
