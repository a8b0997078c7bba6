import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { WatchSummary } from '../../service/lists/watch-ports.ts';
import { addressText, moment } from './parts.ts';

/** Of the home page: what changed in the lists that are watched. */
export function watchedLists(text: Texts, { watched, changed }: WatchSummary): Html {
  if (watched === 0) return NOTHING;
  return html`<section class="card" aria-labelledby="watched">
    <h2 id="watched">${text('watch.home_title')}</h2>
    <p>${text('watch.home_watched', { count: watched })}${changed.length === 0 ? ` ${text('watch.home_nothing')}` : ''}</p>
    ${changed.length === 0 ? NOTHING : html`<ul>${changed.map((list) => html`<li>${changedText(text, list)}</li>`)}</ul>`}
  </section>`;
}

function changedText(text: Texts, list: WatchSummary['changed'][number]) {
  const { id, worse, better, other, endedAt } = list;
  const name = html`<a href="/lists/${id}#since">${addressText(list.name)}</a>`;
  return text.rich('watch.home_changed', {
    name,
    time: moment(endedAt, text),
    worse,
    better,
    other,
  });
}
