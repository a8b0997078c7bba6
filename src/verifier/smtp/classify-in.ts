import type { KnownHost } from '../providers/provider-table.ts';
import { classify, type Said } from './classify.ts';
import type { Meaning } from './meaning.ts';

/** Whose host a session is with. */
export interface HostContext {
  readonly host: string;
  readonly known: KnownHost;
  /** Hears that the provider wants to be left alone, for so many minutes. */
  onRest(minutes: number): void;
}

/** What a reply means in a session. A rest that the provider's entry names with it is passed on. */
export function classifyIn(
  { host, known, onRest }: HostContext,
  said: Omit<Said, 'host' | 'provider'>,
): Meaning {
  const { meaning, restMinutes } = classify({ ...said, host, provider: known.provider });
  if (restMinutes !== undefined) onRest(restMinutes);
  return meaning;
}
