import type { SimulatedList } from './books.ts';
import { jainIndex, quantile } from './fairness.ts';
import { type FleetRun, type FleetSettings, paceOf } from './fleet.ts';
import { KINDS } from './lists.ts';
import { mailShares } from './mail-share.ts';
import { sessionTime } from './session-times.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** Providers shown: those that are reached first. */
const SHOWN = 8;

type Row = Readonly<Record<string, string | number>>;

/** Milliseconds from a list's coming to its last answer. */
export function timesOf({ books }: FleetRun, lists: readonly SimulatedList[]): number[] {
  return lists.map(({ id, at }) => (books.finished.get(id) ?? Number.NaN) - at);
}

/** How long the lists of each kind took, beside the same list in an idle fleet. */
export function listTable(
  run: FleetRun,
  lists: readonly SimulatedList[],
  alone: ReadonlyMap<number, number>,
): Row[] {
  return KINDS.map(({ name, size }) => {
    const times = timesOf(
      run,
      lists.filter(({ team }) => team.startsWith(`${name}-`)),
    );
    const own = alone.get(size) ?? Number.NaN;
    return {
      teams: name,
      'addresses a list': size,
      'alone s': seconds(own),
      'median s': seconds(quantile(times, 0.5)),
      'p95 s': seconds(quantile(times, 0.95)),
      'slower than alone': (quantile(times, 0.5) / own).toFixed(1),
    };
  });
}

/** Jain's index of what the large teams were answered each minute while all of them had work. */
export function fairness({ books }: FleetRun, lists: readonly SimulatedList[]): number {
  const large = lists.filter(({ team }) => /^(large|many)-/.test(team));
  const teams = [...new Set(large.map(({ team }) => team))];
  const firstEnd = Math.min(...teams.map((team) => lastEnd(team, large, books.finished)));
  const minutes = Math.max(1, Math.floor(firstEnd / 60_000));
  const sums = teams.map((team) =>
    (books.answers.get(team) ?? []).slice(0, minutes).reduce((sum, count) => sum + count, 0),
  );
  return jainIndex(sums);
}

function lastEnd(
  team: string,
  lists: readonly SimulatedList[],
  finished: ReadonlyMap<string, number>,
): number {
  return Math.max(
    ...lists.filter((one) => one.team === team).map(({ id }) => finished.get(id) ?? 0),
  );
}

/** How far the places were used between the first and the last session, the scarcest first. */
export function providerTable({ books }: FleetRun, { egresses }: FleetSettings): Row[] {
  const rows = mailShares().flatMap(({ id, share }) => {
    const book = id === undefined ? undefined : books.sessions.get(id);
    if (id === undefined || !book) return [];
    const { connections } = paceOf(id);
    const places = connections * egresses;
    const inUse = book.used / Math.max(1, book.lastAt - book.firstAt);
    const peak = Math.max(...[...books.peaks].map(([lane, most]) => (isOf(lane, id) ? most : 0)));
    return [
      {
        provider: id,
        'share %': (share * 100).toFixed(1),
        places,
        'in use %': Math.round((100 * inUse) / places),
        'peak of an egress': `${peak} of ${connections}`,
        sessions: book.total,
        'last answer s': seconds(book.lastAt),
      },
    ];
  });
  return rows.sort((a, b) => b['in use %'] - a['in use %']).slice(0, SHOWN);
}

function isOf(lane: string, provider: string): boolean {
  return lane.startsWith(`${provider} `);
}

/** Addresses a day at which the places of each provider are all in use, the scarcest first. */
export function capacityTable({ egresses }: FleetSettings): Row[] {
  const rows = mailShares().flatMap(({ id, share }) =>
    id === undefined ? [] : { id, share, perDay: egresses * addressesPerDay(id) },
  );
  rows.sort((a, b) => a.perDay / a.share - b.perDay / b.share);
  return rows.slice(0, SHOWN).map(({ id, share, perDay }) => ({
    provider: id,
    'of it a day': millions(perDay),
    'share %': (share * 100).toFixed(1),
    'of all a day': millions(perDay / share),
    'egresses for 1 M a day': (((1e6 * share) / perDay) * egresses).toFixed(1),
  }));
}

/** What one egress can ask of a provider, by its limits. */
export function addressesPerDay(provider: string): number {
  const { connections, recipientsPerSession, sessionsPerMinute, recipientsPerHour } =
    paceOf(provider);
  const byTime = (connections * DAY_SECONDS) / (sessionTime(recipientsPerSession) / 1000);
  const sessions = Math.min(byTime, (sessionsPerMinute * DAY_SECONDS) / 60);
  return Math.min(sessions * recipientsPerSession, recipientsPerHour * 24);
}

/** What the places cost the database. */
export function databaseLine({ slots, took }: FleetRun): string {
  const perSecond = Math.round(slots.statements / (took / 1000));
  const vain = Math.round((100 * slots.vain) / Math.max(1, slots.statements));
  return `Places cost ${perSecond.toLocaleString('en')} statements/s, ${vain} % of which took none`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(0);
}

function millions(count: number): string {
  return `${(count / 1e6).toFixed(count < 1e7 ? 1 : 0)} M`;
}
