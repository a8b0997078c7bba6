import { MINUTE_MS } from '../../lib/time-units.ts';
import type { ProviderLimits } from './provider.ts';
import type { ProviderTable } from './provider-table.ts';

/** The limits for one provider. */
export interface Pace {
  /** Sessions at a time. */
  readonly connections: number;
  readonly recipientsPerSession: number;
  readonly sessionsPerMinute: number;
  readonly recipientsPerHour: number;
  /** Recipients that may be refused in an hour. */
  readonly refusedPerHour: number;
  /** Milliseconds without contact after a block or a harvest limit. */
  readonly rest: number;
  /** The table has an entry: its first harvest limit counts. */
  readonly isKnown: boolean;
}

/** The limits of the provider behind a key of the provider table. */
export type PaceOf = (key: string) => Pace;

/** Sessions at a time with a provider of which nothing is known. */
const DEFAULT_CONNECTIONS = 2;
/** RFC 5321 §4.5.3.1.8: a host takes at least a hundred recipients. */
const DEFAULT_RECIPIENTS = 100;
const DEFAULT_REST = 60 * MINUTE_MS;

/**
 * The pace at a provider, by what pacing knows it by. `maxConnections`: what the settings allow at
 * most, where they say so; the table is never exceeded.
 */
export function createPaceOf(table: ProviderTable, maxConnections?: number): PaceOf {
  const unknown = toPace(undefined, maxConnections);
  const known = new Map<ProviderLimits, Pace>();
  return (key) => {
    const limits = table.findLimits(key);
    if (!limits) return unknown;
    const pace = known.get(limits) ?? toPace(limits, maxConnections);
    known.set(limits, pace);
    return pace;
  };
}

function toPace(limits: ProviderLimits | undefined, maxConnections: number | undefined): Pace {
  const connections = limits?.connections ?? maxConnections ?? DEFAULT_CONNECTIONS;
  return {
    connections: Math.min(connections, maxConnections ?? connections),
    recipientsPerSession: limits?.recipientsPerSession ?? DEFAULT_RECIPIENTS,
    sessionsPerMinute: limits?.sessionsPerMinute ?? Number.POSITIVE_INFINITY,
    recipientsPerHour: limits?.recipientsPerHour ?? Number.POSITIVE_INFINITY,
    refusedPerHour: limits?.refusedPerHour ?? Number.POSITIVE_INFINITY,
    rest: limits?.restMinutes ? limits.restMinutes * MINUTE_MS : DEFAULT_REST,
    isKnown: limits !== undefined,
  };
}
