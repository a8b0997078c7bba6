/** The script of a list's page: its numbers move, and its filters change the table in place. */
export const LIST_SCRIPT = `
const list = document.getElementById('list-page');
if (list) {
  list.addEventListener('click', (event) => {
    const link = event.target.closest('a[data-in-place]');
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    event.preventDefault();
    goTo(link.href);
  });
  list.addEventListener('submit', (event) => {
    const form = event.target;
    if (form.method !== 'get' || form.getAttribute('role') !== 'search') return;
    event.preventDefault();
    const target = new URL(form.action);
    target.search = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
    goTo(target.href);
  });
  addEventListener('popstate', () => redraw(location.href));
  if (list.dataset.ended !== undefined) watchEnded();
  else document.addEventListener('visibilitychange', () => moveList(JSON.parse(list.dataset.numbers)));
}

/** Shows other rows of the list, without leaving the page. */
async function goTo(href) {
  if (!(await redraw(href))) return;
  history.pushState(null, '', href);
  const rows = document.getElementById('rows');
  if (rows && rows.getBoundingClientRect().top > innerHeight - 120) {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    rows.scrollIntoView({ block: 'start', behavior: calm ? 'auto' : 'smooth' });
  }
}

/** Fetches the page as it is now and puts its parts in place. An XHR parses it without a script running. */
function fetchPage(href) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', href);
    request.responseType = 'document';
    request.onloadend = () => resolve(request.status === 200 ? request.response : null);
    request.send();
  });
}

let drawing = 0;

/** False where the page could not be had, so that the browser goes there itself. */
async function redraw(href, only) {
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
  const focus = focusPath();
  for (const part of only ?? ['']) replacePart(part, fresh);
  if (only) {
    takeChoices(fresh);
    showList(list, JSON.parse(fresh.dataset.numbers));
  }
  list.dataset.stamp = fresh.dataset.stamp;
  list.dataset.numbers = fresh.dataset.numbers;
  if ((fresh.dataset.ended === undefined) !== (list.dataset.ended === undefined)) location.reload();
  focus();
  return true;
}

function replacePart(selector, fresh) {
  if (!selector) return list.replaceChildren(...fresh.childNodes);
  const [before, after] = [list.querySelector(selector), fresh.querySelector(selector)];
  if (!before || !after) return;
  const opened = [...before.querySelectorAll('details')].map(({ open }) => open);
  for (const [at, details] of after.querySelectorAll('details').entries()) details.open ||= opened[at] ?? false;
  before.replaceWith(after);
}

/** Remembers what has the focus, by its link or its name, and gives it back. */
function focusPath() {
  const active = document.activeElement;
  if (!list.contains(active)) return () => {};
  const { id, name, value, textContent } = active;
  const at = active.selectionStart;
  return () => {
    const same = [...list.querySelectorAll('a, input, select, button, summary')].find((each) =>
      id ? each.id === id : name ? each.name === name && each.value === value : each.textContent.split('  ')[0] === textContent.split('  ')[0]);
    same?.focus({ preventScroll: true });
    if (same && at != null && same.setSelectionRange) same.setSelectionRange(at, at);
  };
}

function verdictsOf({ verdicts }) {
  return JSON.stringify(verdicts);
}

/** While the list runs, its numbers change together with what stands behind them: as the page is now. */
async function moveList(progress) {
  // It is drawn anew when it is seen again.
  if (document.hidden) list.dataset.behind = 'yes';
  if (document.hidden || list.dataset.moving) return;
  const isSame = verdictsOf(progress) === verdictsOf(JSON.parse(list.dataset.numbers));
  if (isSame && !list.dataset.behind) return showList(list, progress);
  list.dataset.moving = 'yes';
  delete list.dataset.behind;
  // Not under the hands of somebody who fills in a field there.
  const isBusy = document.activeElement?.matches('input, select, textarea');
  const parts = ['.cards', '#rows'].filter((part) => !isBusy || !list.querySelector(part)?.contains(document.activeElement));
  if (!(await redraw(location.href, parts))) showList(list, progress);
  delete list.dataset.moving;
}

/** A list that has ended may go on in another tab: looked at now and then, and when the tab is shown. */
function watchEnded() {
  let leaving = false;
  // What a form does changes the list: to draw it anew would cancel the way to its answer.
  addEventListener('submit', (event) => {
    if (event.target.method === 'post' && !event.defaultPrevented) leaving = true;
  });
  const check = async () => {
    if (document.hidden || leaving) return;
    const answer = await fetch(list.dataset.live + '/progress', { headers: { Accept: 'application/json' } });
    if (answer.status === 404) location.href = '/lists';
    if (answer.ok && !answer.redirected && !leaving && (await answer.json()).stamp !== list.dataset.stamp) location.reload();
  };
  setInterval(() => check().catch(() => {}), 5000);
  document.addEventListener('visibilitychange', () => check().catch(() => {}));
}

/** What may be downloaded, as the fresh page counts it: what is chosen there stays chosen. */
function takeChoices(fresh) {
  const counts = fresh.querySelectorAll('[data-send]');
  for (const [at, place] of list.querySelectorAll('[data-send]').entries()) {
    if (place.dataset.send !== counts[at]?.dataset.send) continue;
    place.dataset.rows = counts[at].dataset.rows;
    place.textContent = counts[at].textContent;
  }
}

/** The rows of each choice: the safe ones, and those of accept-all domains as they were known last. */
function showChoices(section, rows) {
  for (const place of section.querySelectorAll('[data-send^=safe]')) {
    const first = section.querySelector('[data-send=safe]');
    const more = place.dataset.rows - first.dataset.rows;
    place.textContent = (rows + more).toLocaleString(document.documentElement.lang);
  }
}

/** Its texts, the numbers and the bar over them. */
function showList(section, progress) {
  const { badge, text, waits, checked, total, verdicts, shares, safe } = progress;
  section.dataset.numbers = JSON.stringify(progress);
  put(section, '[data-status]', badge.name);
  section.querySelector('[data-status]').className = 'badge ' + badge.kind;
  const standing = section.querySelector('[data-standing]');
  // Its file is not read yet.
  if (!standing) return;
  standing.className = 'standing ' + badge.kind;
  put(section, '[data-progress]', text);
  put(section, '[data-waits]', waits);
  put(section, '[data-safe]', safe.count);
  put(section, '[data-safe-text]', safe.text);
  put(section, '[data-bounces]', safe.bounces);
  for (const [part, { count, share }] of Object.entries(verdicts)) {
    for (const place of section.querySelectorAll('[data-count=' + part + ']')) place.textContent = count;
    put(section, '[data-share=' + part + ']', share);
    section.querySelector('[data-tile=' + part + ']').hidden = part === 'unchecked' && count === '0';
  }
  showChoices(section, safe.rows);
  section.querySelector('.download > button').classList.toggle('main', safe.rows > 0);
  const bar = section.querySelector('[data-bar]');
  bar.setAttribute('aria-valuenow', checked);
  bar.setAttribute('aria-valuetext', text);
  let from = 0;
  for (const [at, part] of [...bar.querySelectorAll('svg > rect')].entries()) {
    part.setAttribute('x', from + '%');
    part.setAttribute('width', shares[at] + '%');
    from += shares[at];
  }
  const quarters = Math.floor((4 * checked) / total);
  if (quarters > 0) put(section, '[data-said]', section.querySelector('[data-said]').dataset.words.replace('25', quarters * 25));
}
`;
