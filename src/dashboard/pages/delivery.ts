import type { ReachabilityProblem } from '../../contract/reachability.ts';
import type { PlainMessageId } from '../../i18n/catalogue.ts';
import { sayMessage } from '../../i18n/message.ts';
import { series, type Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/time-units.ts';
import { type ContradictedRule, findContradictedRules } from '../../service/accuracy/accuracy.ts';
import {
  type Delivery,
  type DeliveryProcess,
  type EgressConflict,
  type EgressFigures,
  type LaneFigures,
  wayText,
} from '../../service/fleet/sessions.ts';
import type { RowsProgress } from '../browser/live-data.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import type { Followed } from '../live.ts';
import { sayTo } from '../page-error.ts';
import { inReadTurn, type SignedInPages } from '../signed-in.ts';
import { insidePage } from './layout.ts';
import { asSentence, table } from './parts.ts';

/** What goes on at mail hosts concerns those who can do something about it: owners. */
export function deliveryRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  const { service } = deps;
  const { find } = followedDelivery(deps);
  pages.get('/delivery', async (c) => {
    const rules = await inReadTurn(c, service, (pause) => findContradictedRules(service, pause));
    return c.html(deliveryPage(c, await find(c), rules));
  });
}

export function followedDelivery({ delivery }: DashboardDeps) {
  return {
    path: '/delivery',
    permission: 'delivery',
    async find(c: PageContext) {
      return deliveryView(c.get('text'), await delivery());
    },
  } satisfies Followed;
}

/** What the page shows, as texts: also what its event stream sends. */
type DeliveryView = RowsProgress<'lanes' | 'egresses' | 'conflicts' | 'processes'>;

const LANE_COLUMNS = [
  'delivery.provider',
  'delivery.sending_ip',
  'delivery.sessions',
  'delivery.waiting',
  'common.state',
  'delivery.refusals',
] as const;
const EGRESS_COLUMNS = [
  'delivery.sending_ip',
  'delivery.leaves_by',
  'delivery.helo',
  'common.state',
  'delivery.processes',
] as const;
const CONFLICT_COLUMNS = ['delivery.conflict', 'delivery.processes'] as const;
const PROCESS_COLUMNS = [
  'delivery.process',
  'delivery.sessions',
  'delivery.running_for',
  'delivery.last_report',
] as const;
/** Of a table, the first: a screen for people, not a list of all. */
const MAX_ROWS = 50;

function deliveryView(text: Texts, delivery: Delivery): DeliveryView {
  const { lanes, egresses, conflicts, processes } = delivery;
  return {
    ended: false,
    summary: summary(text, delivery),
    rows: {
      lanes: lanes.slice(0, MAX_ROWS).map((lane) => laneRow(text, lane)),
      egresses: egresses.slice(0, MAX_ROWS).map((egress) => egressRow(text, egress)),
      conflicts: conflicts.slice(0, MAX_ROWS).map((conflict) => conflictRow(text, conflict)),
      processes: processes.map((process) => processRow(text, process)),
    },
  };
}

/** Follows what goes on at mail hosts: the rows come by the event stream, too. */
function deliveryPage(
  c: PageContext,
  { summary: words, rows }: DeliveryView,
  contradicted: readonly ContradictedRule[],
): Html {
  const text = c.get('text');
  const named = (ids: readonly PlainMessageId[]) => ids.map((id) => text(id));
  return insidePage(c, {
    title: text('delivery.title'),
    current: '/delivery',
    goesOn: 'now',
    body: html`${problemSection(text, c.get('problems') ?? [])}
      ${rulesSection(text, contradicted)}
      <p class="faint">${text('delivery.intro')}</p>
      <div data-live="/delivery">
        <p class="figure" data-summary>${words}</p>
        <section aria-labelledby="lanes">
          <h2 id="lanes">${text('delivery.providers')}</h2>
          ${liveTable('lanes', {
            caption: text('delivery.lanes_caption'),
            columns: named(LANE_COLUMNS),
            rows: rows.lanes,
            empty: text('delivery.no_lanes'),
          })}
        </section>
        <section aria-labelledby="egresses">
          <h2 id="egresses">${text('delivery.sending_ips')}</h2>
          ${liveTable('egresses', {
            caption: text('delivery.ips_caption'),
            columns: named(EGRESS_COLUMNS),
            rows: rows.egresses,
            empty: text('delivery.no_ips'),
          })}
          <h3>${text('delivery.conflicting_settings')}</h3>
          ${liveTable('conflicts', {
            caption: text('delivery.conflicts_caption'),
            columns: named(CONFLICT_COLUMNS),
            rows: rows.conflicts,
            empty: text('delivery.no_conflicts'),
          })}
        </section>
        <section aria-labelledby="processes">
          <h2 id="processes">${text('delivery.processes')}</h2>
          ${liveTable('processes', {
            caption: text('delivery.processes_caption'),
            columns: named(PROCESS_COLUMNS),
            rows: rows.processes,
            empty: text('delivery.no_processes'),
          })}
        </section>
      </div>`,
  });
}

/** What keeps every verification from being decided, with what to do about it. */
function problemSection(text: Texts, problems: readonly ReachabilityProblem[]): Html {
  if (problems.length === 0) return NOTHING;
  return html`<section class="notice bad" id="problems" aria-labelledby="problem-title">
    <h2 id="problem-title">${text('delivery.problem_title')}</h2>
    ${problems.map((problem) => html`<p>${asSentence(text(`problems.${problem}`))}</p>`)}
    <p>${text.rich('delivery.run_doctor', { code: (inside) => html`<code translate="no">${inside}</code>` })}</p>
  </section>`;
}

/** Rules that outcomes contradict more often than they promise: a person decides what to do. */
function rulesSection(text: Texts, rules: readonly ContradictedRule[]): Html {
  if (rules.length === 0) return NOTHING;
  return html`<section class="notice bad" aria-labelledby="rules-title">
    <h2 id="rules-title">${text('delivery.rules_title')}</h2>
    ${rules.slice(0, MAX_ROWS).map((rule) => html`<p>${contradictedText(text, rule)}</p>`)}
    <p>${text.rich('delivery.rules_advice', { a: (inside) => html`<a href="/accuracy">${inside}</a>` })}</p>
  </section>`;
}

function contradictedText(
  text: Texts,
  { detail, rule, provider, contradicted, of, domains, promise }: ContradictedRule,
): string {
  const name = [detail, rule, provider].filter((part) => part !== '').join(', ');
  const counts = { contradicted, of, domains, promise: text.percent(promise) };
  return text('delivery.rule_contradicted', { rule: name, ...counts });
}

/** The table and the text where it has no rows; the script shows one of them. */
function liveTable(name: string, content: Parameters<typeof table>[0]): Html {
  const filled = { ...content, rows: content.rows.length > 0 ? content.rows : [EMPTY_ROW] };
  const hidden = html`hidden`;
  return html`<div data-rows="${name}" ${content.rows.length > 0 ? '' : hidden}>${table(filled)}</div>
    <p class="empty" data-empty="${name}" ${content.rows.length > 0 ? hidden : ''}>${content.empty}</p>`;
}

const EMPTY_ROW: readonly string[] = [''];

function summary(text: Texts, { lanes, egresses, conflicts, processes }: Delivery): string {
  const sessions = lanes.reduce((sum, lane) => sum + lane.sessions, 0);
  const parts = [
    text('delivery.count_sessions', { count: sessions }),
    text('delivery.count_processes', { count: processes.length }),
  ];
  const closed = lanes.filter(({ restLeft }) => restLeft > 0).length;
  if (closed > 0) parts.push(text('delivery.count_paused', { count: closed }));
  const unusable = new Set(egresses.flatMap(({ name, fault }) => (fault ? name : [])));
  if (unusable.size > 0) parts.push(text('delivery.count_unusable', { count: unusable.size }));
  if (conflicts.length > 0)
    parts.push(text('delivery.count_conflicts', { count: conflicts.length }));
  return series(text, parts);
}

function laneRow(text: Texts, lane: LaneFigures): readonly string[] {
  const numbers = [lane.sessions, lane.waiting].map((number) => text.number(number));
  return [lane.provider, lane.egress, ...numbers, stateOf(text, lane), text.number(lane.refusals)];
}

function stateOf(text: Texts, { restLeft, pauseLeft }: LaneFigures): string {
  const left = restLeft > 0 ? restLeft : pauseLeft;
  return left > 0
    ? text('delivery.paused_for', { time: lasting(text, left) })
    : text('delivery.open');
}

function egressRow(
  text: Texts,
  { name, way, helo, fault, processes }: EgressFigures,
): readonly string[] {
  const state =
    fault === undefined
      ? text('delivery.usable')
      : text('delivery.unusable', { fault: sayMessage(text, fault) });
  return [name, sayTo(text, wayText(way)), helo, state, text.number(processes)];
}

function conflictRow(text: Texts, { said, processes }: EgressConflict): readonly string[] {
  return [sayMessage(text, said), processes.join(', ')];
}

function processRow(
  text: Texts,
  { name, sessions, age, silent }: DeliveryProcess,
): readonly string[] {
  const report =
    silent < 5 * SECOND_MS
      ? text('delivery.now')
      : text('delivery.ago', { time: lasting(text, silent) });
  return [name, text.number(sessions), lasting(text, age), report];
}

/** In its largest unit, rounded up. */
function lasting(text: Texts, milliseconds: number): string {
  if (milliseconds < MINUTE_MS) {
    return text('delivery.seconds', { count: Math.ceil(milliseconds / SECOND_MS) });
  }
  if (milliseconds < 2 * HOUR_MS) {
    return text('delivery.minutes', { count: Math.ceil(milliseconds / MINUTE_MS) });
  }
  return text('delivery.hours', { count: Math.ceil(milliseconds / HOUR_MS) });
}
