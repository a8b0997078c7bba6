import type { AddressOutcome } from '../../formats/write/outcome.ts';
import { localPartOf } from '../../lib/address-parts.ts';
import { maskAddresses, maskCell } from '../../lib/mask.ts';
import type { AddressStory } from '../connect/embedded.ts';
import { isProbe } from './explanation.ts';

interface Story {
  readonly record: AddressOutcome;
  readonly explanation: AddressStory;
}

/** The same story with its address masked wherever it stands: in the result, commands and replies. */
export function redactStory({ record, explanation }: Story): Story {
  const mask = maskOf(explanation.finding.email);
  const { finding, events } = explanation;
  const { reply } = finding.evidence;
  const evidence = {
    ...finding.evidence,
    reply: reply && { ...reply, text: mask(reply.text) },
  };
  return {
    record: {
      ...record,
      email: maskCell(record.email),
      ...(record.suggestion && { suggestion: maskCell(record.suggestion) }),
    },
    explanation: {
      ...explanation,
      finding: { ...finding, email: maskCell(finding.email), evidence },
      events: events.map((event) => maskEvent(event, mask)),
    },
  };
}

type Mask = (text: string) => string;
type StoryEvent = AddressStory['events'][number];

/** The random address of the accept-all probe is nobody's. */
function maskEvent(event: StoryEvent, mask: Mask): StoryEvent {
  if (event.event === 'reply') return { ...event, lines: event.lines.map(mask) };
  if (event.event !== 'sent' || isProbe(event)) return event;
  return { ...event, command: mask(event.command) };
}

/** Mail hosts name a mailbox without its domain, too: `user jane.doe unknown`. */
function maskOf(email: string): Mask {
  const local = localPartOf(email).replace(/^"|"$/g, '');
  const names = [local, local.split('+', 1)[0] ?? ''].filter((name) => name !== '');
  if (names.length === 0) return maskAddresses;
  const alone = `(?<![\\p{L}\\p{N}])(?:${names.map(escaped).join('|')})(?![\\p{L}\\p{N}])`;
  const pattern = new RegExp(alone, 'giu');
  return (text) => maskAddresses(text).replace(pattern, (found) => `${[...found][0] ?? ''}***`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
