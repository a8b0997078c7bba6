import { PROBLEM_TEXTS, type ReachabilityProblem } from '../../contract/reachability.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { type EgressConflict, wayText } from '../../service/fleet/egress-conflicts.ts';
import type {
  Delivery,
  DeliveryProcess,
  EgressFigures,
  LaneFigures,
} from '../../service/webhooks/delivery.ts';
import type { PageContext } from '../environment.ts';
import { insidePage } from './layout.ts';
import { table } from './parts.ts';

/** What the page shows, as texts: also what its event stream sends. */
export interface DeliveryView {
  readonly ended: false;
  readonly summary: string;
  /** By the names of the tables. */
  readonly rows: Readonly<
    Record<'lanes' | 'egresses' | 'conflicts' | 'processes', readonly (readonly string[])[]>
  >;
}

const LANE_COLUMNS = ['Provider', 'Egress', 'Sessions', 'Waiting', 'State', 'Refusals in an hour'];
const EGRESS_COLUMNS = ['Egress', 'Leaves by', 'HELO name', 'State', 'Processes'];
const CONFLICT_COLUMNS = ['Conflict', 'Processes'];
const PROCESS_COLUMNS = ['Process', 'Sessions', 'Running for', 'Last report'];
/** Of a table, the first: a screen for people, not a list of all. */
const MAX_ROWS = 50;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export function deliveryView({ lanes, egresses, conflicts, processes }: Delivery): DeliveryView {
  return {
    ended: false,
    summary: summary({ lanes, egresses, conflicts, processes }),
    rows: {
      lanes: lanes.slice(0, MAX_ROWS).map(laneRow),
      egresses: egresses.slice(0, MAX_ROWS).map(egressRow),
      conflicts: conflicts.slice(0, MAX_ROWS).map(conflictRow),
      processes: processes.map(processRow),
    },
  };
}

/** Follows what goes on at mail hosts: the rows come by the event stream, too. */
export function deliveryPage(c: PageContext, { summary: words, rows }: DeliveryView): Html {
  return insidePage(c, {
    title: 'Mail servers',
    current: '/delivery',
    goesOn: true,
    body: html`${problemSection(c.get('problems') ?? [])}
      <p class="faint">Sessions with mail hosts now, for all teams. Limits, pauses and rests
      are counted for each egress.</p>
      <div data-live="/delivery">
        <p class="figure" data-summary>${words}</p>
        <section aria-labelledby="lanes">
          <h2 id="lanes">Providers</h2>
          ${liveTable('lanes', {
            caption:
              'Sessions, pauses, rests and refusals by provider and egress, the busiest first',
            columns: LANE_COLUMNS,
            rows: rows.lanes,
            empty: 'No session is open, nothing waits and nothing was refused in the last hour.',
          })}
        </section>
        <section aria-labelledby="egresses">
          <h2 id="egresses">Egresses</h2>
          ${liveTable('egresses', {
            caption: 'Egresses, by how processes have them configured, the unusable first',
            columns: EGRESS_COLUMNS,
            rows: rows.egresses,
            empty: 'No process reported an egress.',
          })}
          <h3>Conflicting settings</h3>
          ${liveTable('conflicts', {
            caption: 'Egresses that processes have configured differently',
            columns: CONFLICT_COLUMNS,
            rows: rows.conflicts,
            empty: 'All processes have the same settings for their egresses.',
          })}
        </section>
        <section aria-labelledby="processes">
          <h2 id="processes">Processes</h2>
          ${liveTable('processes', {
            caption: 'Processes that contact mail hosts',
            columns: PROCESS_COLUMNS,
            rows: rows.processes,
            empty: 'No process reported in the last 15 seconds.',
          })}
        </section>
      </div>`,
  });
}

/** What keeps every verification from being decided, with what to do about it. */
function problemSection(problems: readonly ReachabilityProblem[]): Html {
  if (problems.length === 0) return NOTHING;
  return html`<section class="notice bad" id="problems" aria-labelledby="problem-title">
    <h2 id="problem-title">New checks come back as unknown</h2>
    ${problems.map((problem) => html`<p>${PROBLEM_TEXTS[problem]}.</p>`)}
    <p>Run <code>mailvet doctor</code> on the machine of the service: it says what to change.</p>
  </section>`;
}

/** The table and the text where it has no rows; the script shows one of them. */
function liveTable(name: string, content: Parameters<typeof table>[0]): Html {
  const filled = { ...content, rows: content.rows.length > 0 ? content.rows : [EMPTY_ROW] };
  const hidden = html`hidden`;
  return html`<div data-rows="${name}" ${content.rows.length > 0 ? '' : hidden}>${table(filled)}</div>
    <p class="empty" data-empty="${name}" ${content.rows.length > 0 ? hidden : ''}>${content.empty}</p>`;
}

const EMPTY_ROW: readonly string[] = [''];

function summary({ lanes, egresses, conflicts, processes }: Delivery): string {
  const sessions = lanes.reduce((sum, lane) => sum + lane.sessions, 0);
  const parts = [count(sessions, 'session'), count(processes.length, 'process')];
  const closed = lanes.filter(({ restLeft }) => restLeft > 0).length;
  if (closed > 0) parts.push(`${closed} at rest`);
  const unusable = new Set(egresses.flatMap(({ name, fault }) => (fault ? name : [])));
  if (unusable.size > 0) parts.push(count(unusable.size, 'unusable egress'));
  if (conflicts.length > 0) parts.push(count(conflicts.length, 'egress conflict'));
  return parts.join(', ');
}

function count(number: number, noun: string): string {
  const plural = noun.endsWith('s') ? `${noun}es` : `${noun}s`;
  return `${number.toLocaleString('en')} ${number === 1 ? noun : plural}`;
}

function laneRow(lane: LaneFigures): readonly string[] {
  const numbers = [lane.sessions, lane.waiting].map((number) => number.toLocaleString('en'));
  return [
    lane.provider,
    lane.egress,
    ...numbers,
    stateOf(lane),
    lane.refusals.toLocaleString('en'),
  ];
}

function stateOf({ restLeft, pauseLeft }: LaneFigures): string {
  if (restLeft > 0) return `Rests, ${lasting(restLeft)} left`;
  return pauseLeft > 0 ? `Paused, ${lasting(pauseLeft)} left` : 'Open';
}

function egressRow({ name, way, helo, fault, processes }: EgressFigures): readonly string[] {
  const state = fault === undefined ? 'Usable' : `Unusable: ${fault}`;
  return [name, wayText(way), helo, state, processes.toLocaleString('en')];
}

function conflictRow({ text, processes }: EgressConflict): readonly string[] {
  return [text, processes.join(', ')];
}

function processRow({ name, sessions, age, silent }: DeliveryProcess): readonly string[] {
  const report = silent < 5 * SECOND ? 'now' : `${lasting(silent)} ago`;
  return [name, sessions.toLocaleString('en'), lasting(age), report];
}

/** In its largest unit, rounded up. */
function lasting(milliseconds: number): string {
  if (milliseconds < MINUTE) return `${Math.ceil(milliseconds / SECOND)} s`;
  if (milliseconds < 2 * HOUR) return `${Math.ceil(milliseconds / MINUTE)} min`;
  return `${Math.ceil(milliseconds / HOUR)} h`;
}
