import type { FlagName, KnownFacts } from './facts.ts';

/** No session with a mail host got as far as the address. */
const NOT_ASKED: readonly FlagName[] = ['deliverable', 'acceptAll', 'smtp'];
/** Not even its mail host is known. */
const WITHOUT_DNS: readonly FlagName[] = [...NOT_ASKED, 'mx'];
/** No control showed whether the host accepts every address. */
const NOT_CONTROLLED: readonly FlagName[] = ['acceptAll'];

/** Facts that nobody looked up, by the fine reason. Those of a reason that is not here are known. */
const UNKNOWN_FACTS: Readonly<Record<string, readonly FlagName[]>> = {
  suppressed: WITHOUT_DNS,
  not_looked_up: WITHOUT_DNS,
  dns_failure: WITHOUT_DNS,
  dns_untrusted: WITHOUT_DNS,
  internal: WITHOUT_DNS,
  not_probed: NOT_ASKED,
  opted_out: NOT_ASKED,
  refused_network: NOT_ASKED,
  no_connection: NOT_ASKED,
  no_answer: NOT_CONTROLLED,
  out_of_step: NOT_CONTROLLED,
  greylisted: NOT_CONTROLLED,
  deferred: NOT_CONTROLLED,
  unproven: NOT_CONTROLLED,
  blocked: NOT_CONTROLLED,
  unclear: NOT_CONTROLLED,
  bounced: NOT_CONTROLLED,
};

/** The plain fields of the interface are false where the fine reason says that nobody looked them up. */
export function findUnknownFacts(reason: string | undefined): readonly FlagName[] {
  return (reason !== undefined && UNKNOWN_FACTS[reason]) || ALL_KNOWN;
}

const ALL_KNOWN: readonly FlagName[] = [];

/** For people and programs; a verdict is judged by the facts as they came. */
export function toKnownFacts<Known extends KnownFacts>(
  facts: Known,
  reason: string | undefined,
): Known {
  const unknown = findUnknownFacts(reason);
  if (unknown.length === 0) return facts;
  return { ...facts, ...Object.fromEntries(unknown.map((name) => [name, undefined])) };
}
