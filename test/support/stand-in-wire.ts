import type { BatchStatus } from '../../src/contract/batch-state.ts';
import { ACCEPTED_FACTS } from './accepted-facts.ts';

/** How a service's answers may differ from each other and still be the interface's. */
export interface Shape {
  /** Names of the batch identifier; `interface` = `id` on create, `_id` elsewhere (the default). */
  readonly ids?: 'interface' | 'id' | '_id';
  /** Order of a batch's entries. */
  readonly order?: 'submitted' | 'reversed';
  /** How addresses come back. */
  readonly letterCase?: 'as_is' | 'upper' | 'lower';
  /** Fields left out of every result. */
  readonly leaveOut?: readonly (keyof StandInResult)[];
  /** Addresses whose entry carries this error instead of a result. */
  readonly entryErrors?: Readonly<Record<string, string>>;
  /** Addresses that have no entry at all. */
  readonly withoutEntry?: readonly string[];
  /** Overrides of results by address. */
  readonly results?: Readonly<Record<string, Partial<StandInResult>>>;
}

export interface StandInResult {
  readonly email: string;
  readonly valid: boolean;
  readonly deliverable: boolean;
  readonly acceptAll: boolean;
  readonly role: boolean;
  readonly temporary: boolean;
  readonly mx: boolean;
  readonly smtp: boolean;
  readonly score: number;
}

export interface BatchInState {
  readonly id: string;
  status: BatchStatus;
  readonly emails: readonly string[];
  /** The first so many entries carry a result. */
  processed: number;
  polls: number;
  readonly createdAt: string;
}

const GOOD = {
  ...ACCEPTED_FACTS,
  score: 95,
};

/** Results by the beginning of the address; everything else is deliverable. */
const OUTCOMES: readonly [string, Partial<StandInResult>][] = [
  ['undeliverable', { deliverable: false, score: 5 }],
  ['accept-all', { acceptAll: true, score: 70 }],
  ['temporary', { temporary: true, score: 40 }],
  ['support', { role: true, score: 75 }],
  ['no-mx', { deliverable: false, mx: false, smtp: false, score: 0 }],
  ['timeout', { deliverable: false, smtp: false, score: 45 }],
];

export function resultOnWire(email: string, shape: Shape): Partial<StandInResult> {
  const outcome = OUTCOMES.find(([beginning]) => email.startsWith(beginning))?.[1];
  const whole = { email: cased(email, shape), ...GOOD, ...outcome, ...shape.results?.[email] };
  if (!shape.leaveOut) return whole;
  const left = new Set<string>(shape.leaveOut);
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !left.has(name)));
}

export function batchOnWire(batch: BatchInState, shape: Shape): Record<string, unknown> {
  const name = shape.ids === 'id' ? 'id' : '_id';
  const { id, status, createdAt } = batch;
  const totalCount = batch.emails.length;
  return { [name]: id, status, totalCount, processedCount: batch.processed, createdAt };
}

export function entriesOnWire(batch: BatchInState, shape: Shape): Record<string, unknown>[] {
  const entries = batch.emails
    .map((email, index) => ({ email, entry: entryOnWire(batch, index, shape) }))
    .filter(({ email }) => !shape.withoutEntry?.includes(email))
    .map(({ entry }) => entry);
  return shape.order === 'reversed' ? entries.reverse() : entries;
}

function entryOnWire(batch: BatchInState, index: number, shape: Shape): Record<string, unknown> {
  const email = batch.emails[index] ?? '';
  const id = { [shape.ids === '_id' ? '_id' : 'id']: `${batch.id}_${index}` };
  const base = { ...id, email: cased(email, shape) };
  const error = shape.entryErrors?.[email];
  if (error !== undefined) return { ...base, status: 'failed', result: null, error };
  if (index >= batch.processed) return { ...base, status: 'pending', result: null, error: null };
  return { ...base, status: 'verified', result: resultOnWire(email, shape), error: null };
}

function cased(email: string, { letterCase }: Shape): string {
  if (letterCase === 'upper') return email.toUpperCase();
  return letterCase === 'lower' ? email.toLowerCase() : email;
}
