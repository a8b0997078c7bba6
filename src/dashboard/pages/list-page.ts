import { VERDICTS } from '../../contract/verdict.ts';
import { verdictDot } from '../../formats/report/verdict-overview.ts';
import { firstUpper } from '../../formats/words.ts';
import { series, type Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { HOUR_MS } from '../../lib/time-units.ts';
import type { ListFacts } from '../../service/lists/list-files.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import { type ListComparison, uncheckedRows } from '../../service/lists/list-totals.ts';
import { isPermitted } from '../../service/people/people.ts';
import type { PageContext } from '../environment.ts';
import { BAR_PARTS, type BarPart, isOver, type ListProgressView } from '../list-progress.ts';
import { csrfField, insidePage } from './layout.ts';
import { factCards } from './list-cards.ts';
import type { Decided } from './list-decisions.ts';
import { downloadForm, type LastDownload, sendCounts } from './list-download.ts';
import {
  type EntriesQuery,
  type EntriesView,
  entriesLink,
  entriesSection,
} from './list-entries.ts';
import { type WatchView, watchCards } from './list-watch.ts';
import { addressText, both, columnName, listBadge, moment, sentence } from './parts.ts';

interface ListPageView extends EntriesView, WatchView {
  readonly progress: ListProgressView;
  /** Undefined while the list is not read. */
  readonly facts: ListFacts | undefined;
  readonly last: LastDownload;
  readonly decided: Decided;
  /** With the earlier lists of the team; undefined where there is nothing to compare. */
  readonly comparison: ListComparison | undefined;
  /** By what rows are judged; `unreadable`: a policy that this version can't read. */
  readonly judgedBy: 'service' | 'policy' | 'unreadable';
  /** What was just decided. */
  readonly done?: string | undefined;
}

export function listPage(c: PageContext, view: ListPageView): Html {
  const { list, progress } = view;
  return insidePage(c, {
    title: list.name,
    isName: true,
    current: '/lists',
    goesOn: isOver(list) ? retriesLater(list) && 'later' : 'now',
    body: html`<div id="list-page" data-live="/lists/${list.id}" data-stamp="${progress.stamp}" data-numbers="${JSON.stringify(progress)}" ${isOver(list) ? html`data-ended` : NOTHING}>
      ${answerCard(c, view)}
      ${view.facts ? factCards(c, { ...view, facts: view.facts }) : NOTHING}
      ${isWatchable(list) ? html`<div class="cards pair">${watchCards(c, view)}</div>` : NOTHING}
      ${list.counts ? entriesSection(c.get('text'), view) : NOTHING}
      <p class="unseen" aria-live="polite" data-said data-words="${c.get('text')('list.quarters_checked', { percent: 25 })}"></p>
    </div>`,
  });
}

/** Its first round of verification has ended, or was ended. */
function isWatchable({ status, counts }: ListRecord): boolean {
  return counts !== null && status !== 'ready';
}

function retriesLater({ retryPlan }: ListRecord): boolean {
  return retryPlan !== null && retryPlan.times.length > 0;
}

/** How the list stands, and what can be done with it. */
function answerCard(c: PageContext, view: ListPageView): Html {
  const { list, progress } = view;
  const text = c.get('text');
  const { status, createdAt, createdBy } = list;
  const person = addressText(createdBy);
  return html`<section class="card answer" aria-labelledby="progress">
    <h2 id="progress" class="unseen">${text('common.result')}</h2>
    <p>${listBadge(text, list)} <span class="faint">${text.rich('list.uploaded', { time: moment(createdAt, text), person })}</span></p>
    ${contentText(text, list)}
    ${list.counts ? answer(c, view) : html`<p>${text('list.being_read')}</p>`}
    ${status === 'running' && !list.counts ? html`<p>${progress.text}</p>` : NOTHING}
  </section>`;
}

function answer(c: PageContext, view: ListPageView): Html {
  const text = c.get('text');
  const { list, progress, view: shown } = view;
  return html`<div class="pair-of-answer">
      <div><div class="standing ${progress.badge.kind}" data-standing>
        ${listBar(text, progress)}
        <div class="row wrap">
          <p class="grow"><span data-progress>${progress.text}</span>
            <span class="waits" data-waits>${progress.waits}</span></p>
          ${list.status === 'running' ? cancelForm(c, list) : NOTHING}
        </div>
        ${listTiles(text, { id: list.id, view: shown }, progress)}
        ${comparisonText(text, view.comparison)}
      </div>
      ${listActions(c, list, view.facts)}</div>
      ${ready(c, view)}
    </div>
`;
}

/** `Cleaner than your last 5 lists`, with the numbers of each. */
function comparisonText(text: Texts, comparison: ListComparison | undefined): Html {
  if (!comparison) return NOTHING;
  const { how, share, usual, earlier } = comparison;
  const shares = { share: text.percent(share), usual: text.percent(usual) };
  return html`<details class="compared"><summary>${text('decisions.compared', { how, count: earlier.length, ...shares })}</summary>
      <ul>${earlier.map(
        ({ id, name, share: of }) =>
          html`<li><a href="/lists/${id}">${addressText(name)}</a> ${text('decisions.share_undeliverable', { share: text.percent(of) })}</li>`,
      )}</ul></details>`;
}

/** The answer to "may I send?", and the file to send to. */
function ready(
  c: PageContext,
  { list, progress: { safe }, facts, last, judgedBy }: ListPageView,
): Html {
  const text = c.get('text');
  const acceptAll =
    facts?.reasons.find(({ reason }) => reason === 'accept_all')?.verdicts.risky ?? 0;
  const counts = judgedBy === 'unreadable' ? {} : sendCounts(list, acceptAll);
  return html`<div class="ready">
    <p class="safe"><strong data-safe>${safe.count}</strong> <span data-safe-text>${safe.text}</span></p>
    <p class="faint" data-bounces>${safe.bounces}</p>
    ${judgedBy === 'service' ? NOTHING : policyNote(c, judgedBy)}
    ${downloadForm(text, { list, counts, last })}
  </div>`;
}

/** Only owners see the policy. */
function policyNote(c: PageContext, judgedBy: 'policy' | 'unreadable'): Html {
  const text = c.get('text');
  const { role } = c.get('identity').person;
  const link = isPermitted(role, 'policy')
    ? html` <a href="/policy">${text('policy.open')}</a>`
    : NOTHING;
  return html`<p class="hint">${text(judgedBy === 'policy' ? 'policy.applies' : 'policy.unreadable')}${link}</p>`;
}

/** `4,248 addresses in 5,000 rows, column “E-mail”`: two counts that are easily taken for each other. */
function contentText(text: Texts, { counts, form }: ListRecord): Html {
  if (!counts) return NOTHING;
  const { rows, distinct, duplicates, unusable } = counts;
  const addresses = text('summary.addresses', { count: distinct });
  const content = text('summary.addresses_in_rows', { addresses, count: rows });
  const more = [
    ...(duplicates > 0 ? [text('list.duplicates', { count: duplicates })] : []),
    ...(unusable > 0 ? [text('list.rows_without_address', { count: unusable })] : []),
  ];
  const inside = inColumns(text, content, form);
  if (more.length === 0) return html`<p>${inside}</p>`;
  const known = { content: html`${inside}`, more: series(text, more) };
  return html`<p>${text.rich('list.with_more', known)}</p>`;
}

function inColumns(text: Texts, content: string, form: ListRecord['form']) {
  if (!form?.header || form.columns.length === 0) return content;
  const names = form.columns.map((column) => columnName(text, form, column));
  const columns = both(text, names);
  return text.rich('list.in_columns', { content, count: names.length, columns });
}

const HEIGHT = 34;

/** All rows of a list as one bar, which is its progress, too. */
function listBar(text: Texts, progress: ListProgressView): Html {
  const { checked, total, verdicts } = progress;
  const parts = BAR_PARTS.map((part) =>
    text('list.part_count', { count: verdicts[part].count, part: partName(text, part) }),
  );
  const label = html`aria-label="${text('list.rows_by_part', { parts: series(text, parts) })}"`;
  const role = isOver(progress)
    ? html`role="img" ${label}`
    : html`role="progressbar" aria-label="${text('list.rows_checked')}" aria-valuemin="0" aria-valuemax="${total}" aria-valuenow="${checked}" aria-valuetext="${progress.text}"`;
  return html`<div class="bar-of-rows" data-bar ${role}>
    <svg class="strip" width="100%" height="${HEIGHT}" aria-hidden="true">
      <defs><pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect class="hatch" width="3" height="8" /></pattern></defs>
      ${rectangles(progress)}
    </svg>
  </div>`;
}

function rectangles({ shares }: ListProgressView): readonly Html[] {
  let from = 0;
  return shares.map((width, at) => {
    const x = from;
    from += width;
    const isLast = at === shares.length - 1;
    const fill = isLast
      ? html`fill="url(#hatch)"`
      : html`class="fill-${VERDICTS[at] ?? 'checked'}"`;
    return html`<rect ${fill} x="${x.toFixed(3)}%" width="${width.toFixed(3)}%" height="100%" />`;
  });
}

function partName(text: Texts, part: BarPart): string {
  return part === 'unchecked' ? text('list.entry_not_checked') : text(`verdicts.${part}`);
}

interface ShownEntries {
  readonly id: string;
  readonly view: EntriesQuery;
}

/** The numbers of the bar. Each shows its rows below. */
function listTiles(text: Texts, shown: ShownEntries, progress: ListProgressView): Html {
  return html`<ul class="tiles five">${BAR_PARTS.map((part) => tile(text, part, { shown, progress }))}</ul>
    <p class="unseen">${text('list.counts_are_rows')}</p>`;
}

interface ShownTile {
  readonly shown: ShownEntries;
  readonly progress: ListProgressView;
}

function tile(text: Texts, part: BarPart, { shown, progress }: ShownTile): Html {
  const { verdicts, checked, total } = progress;
  const { count, share } = verdicts[part];
  const isNothing = part === 'unchecked' && checked >= total;
  const current = shown.view.only === part ? html`aria-current="true"` : NOTHING;
  return html`<li ${isNothing ? html`hidden` : NOTHING} data-tile="${part}"><a href="${entriesLink(shown.id, { only: part })}" data-in-place ${current}>
    <span class="name">${part === 'unchecked' ? uncheckedDot() : verdictDot(part)}${sentence(partName(text, part))}</span>
    <b data-count="${part}">${count}</b> <span class="share"><span data-share="${part}">${share}</span></span></a></li>`;
}

function uncheckedDot(): Html {
  return html`<svg class="dot" viewBox="0 0 10 10" aria-hidden="true"><rect class="unchecked" x="0.5" y="0.5" width="9" height="9" /></svg>`;
}

type Undecided = ListFacts['undecided'];

const NONE: Undecided = { addresses: 0, rows: 0 };

/** When undecided addresses may be checked again by themselves. */
export const RETRY_PLANS = [
  { name: 'soon', after: [2 * HOUR_MS, 8 * HOUR_MS] },
  {
    name: 'day',
    after: [6, 12, 24].map((hours) => hours * HOUR_MS),
  },
  { name: 'tomorrow', after: [24 * HOUR_MS, 48 * HOUR_MS] },
] as const;

/** What of the list is unknown and why, and what can be done: report, retry and delete. */
function listActions(c: PageContext, list: ListRecord, facts: ListFacts | undefined): Html {
  const text = c.get('text');
  const undecided = facts?.undecided ?? NONE;
  return html`${planned(c, list, undecided)}${facts && isEnded(list) ? unknownRows(text, list, facts) : NOTHING}<div class="actions">
    <a class="button" href="/lists/${list.id}/report">${text('list.open_report')}</a>
    <a class="button" href="/lists/${list.id}/edit">${text('list.share_or_rename')}</a>
    ${checkAgain(c, list, undecided)}
    ${deleteForm(c, list)}
  </div>`;
}

/** `26 × no clear answer from DNS or the mail server`, each with its rows. */
function unknownRows(text: Texts, { id, verdicts }: ListRecord, { reasons }: ListFacts): Html {
  const unknown = reasons.filter(({ verdicts: counts }) => counts.unknown > 0);
  if (unknown.length === 0) return NOTHING;
  const line = ({ reason, verdicts: { unknown: count } }: (typeof unknown)[number]) =>
    html`<li><a href="${entriesLink(id, { only: 'unknown', reason })}" data-in-place>${text('accuracy.times', { count })} ${text(`reasons.${reason}`)}</a></li>`;
  return html`<div class="unknown-rows"><p>${text('list.unknown_rows', { count: verdicts.unknown })}</p>
    <ul>${unknown.map(line)}</ul></div>`;
}

/** One button: check now, or if nothing is planned yet, plan a later check. */
function checkAgain(c: PageContext, list: ListRecord, undecided: Undecided): Html {
  const text = c.get('text');
  const { id, status, retryPlan } = list;
  const open = uncheckedRows(list);
  if (!isEnded(list) || (open === 0 && undecided.addresses === 0)) return NOTHING;
  const words = open > 0 ? text('list.continue_left', { count: open }) : againText(text, undecided);
  const now = (label: string) => html`<form method="post" action="/lists/${id}/retry">
    ${csrfField(c)}<button data-busy="${text('common.starting')}">${label}</button>
  </form>`;
  const isPlanned = retryPlan !== null && retryPlan.times.length > 0;
  if (open > 0 || status !== 'completed' || isPlanned) return now(words);
  return html`<details class="menu choice" data-menu>
    <summary class="button">${words}</summary>
    <div class="menu-panel">${now(text('list.check_now'))}
      <form method="post" action="/lists/${id}/plan">${csrfField(c)}
        ${RETRY_PLANS.map(({ name }) => html`<button name="plan" value="${name}">${firstUpper(text(`list.plan_${name}`))}</button>`)}
      </form></div>
  </details>`;
}

/** What is planned for the undecided addresses, and what came of it. */
function planned(c: PageContext, list: ListRecord, { addresses }: Undecided): Html {
  const text = c.get('text');
  const { id, retryPlan } = list;
  if (!retryPlan) return NOTHING;
  const decided = Math.max(0, retryPlan.undecided - addresses);
  const b = (inside: readonly (string | Html)[]) => html`<b>${inside}</b>`;
  const before = text.rich('list.decided', { decided, count: retryPlan.undecided, b });
  if (retryPlan.times.length === 0) return html`<p>${before}</p>`;
  const times = both(
    text,
    retryPlan.times.map((at) => moment(at, text)),
  );
  return html`<form method="post" action="/lists/${id}/plan" class="plan">
    <p>${decided > 0 ? html`<span>${before} </span>` : NOTHING}${text.rich('list.checked_again_at', { count: addresses, times })}</p>
    ${csrfField(c)}<button name="plan" value="none">${text('list.stop')}</button>
  </form>`;
}

function isEnded({ status }: ListRecord): boolean {
  return status === 'completed' || status === 'cancelled';
}

function againText(text: Texts, { addresses, rows }: Undecided): string {
  const again = text('list.check_again', { count: addresses });
  return rows === addresses ? again : text('list.check_again_rows', { again, count: rows });
}

function cancelForm(c: PageContext, { id, name }: ListRecord): Html {
  return html`<form method="post" action="/lists/${id}/cancel"
    data-confirm="${c.get('text')('list.confirm_cancel', { name })}">
    ${csrfField(c)}<button class="danger">${c.get('text')('common.cancel')}</button>
  </form>`;
}

function deleteForm(c: PageContext, { id, name }: ListRecord): Html {
  return html`<form method="post" action="/lists/${id}/delete"
    data-confirm="${c.get('text')('list.confirm_delete', { name })}">
    ${csrfField(c)}<button class="danger">${c.get('text')('common.delete')}</button>
  </form>`;
}
