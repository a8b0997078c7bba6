import type { Trace } from '../engine/trace.ts';
import type { KnownHost } from '../providers/provider-table.ts';
import { classify, type ReceivedReply } from './classify.ts';
import type { Meaning, Stage } from './meaning.ts';
import type { Reply } from './reply.ts';
import { RULES } from './rules.ts';

/** The provider whose host a session is with. */
export interface SessionHost {
  readonly host: string;
  readonly known: KnownHost;
  /** Called when a reply asks for so many minutes without contact. */
  onRest(minutes: number): void;
  readonly trace?: Trace | undefined;
}

/** A reply, the command that it answers, and what judged it. */
export interface ClassifiedReply {
  readonly stage: Stage;
  readonly reply: Reply;
  /** As in `TraceEvent`. */
  readonly rule: string;
  readonly meaning: Meaning;
}

/** What a reply means in a session. A rest that the provider's entry names with it is passed on. */
export function classifyReply(
  { host, known, onRest, trace }: SessionHost,
  received: Omit<ReceivedReply, 'host' | 'provider'>,
): ClassifiedReply {
  const { stage, reply, address } = received;
  const judged = classify({ stage, reply, address, host, provider: known.provider });
  const { meaning, rule, restMinutes } = judged;
  trace?.({ event: 'judged', stage, rule, because: findRuleReason(rule), meaning });
  if (restMinutes !== undefined) onRest(restMinutes);
  return { stage, reply, rule, meaning };
}

function findRuleReason(id: string): string | undefined {
  if (id.startsWith('learned ')) return LEARNED_REASON;
  return RULES.find((rule) => rule.id === id)?.because;
}

const LEARNED_REASON =
  'no rule knows these words; the model that was trained on labelled replies is that sure of them';
