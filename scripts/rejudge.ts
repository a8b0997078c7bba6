/**
 * Reads recorded replies by the rules of this checkout, and compares them with what was recorded: for developers who change rules.
 *
 *     npm run rejudge -- fixtures/sessions/*.json fixtures/smtp/replies.json
 *
 * A recording is JSON of one of two forms: `{"replies": [{host, reply, label, stage?, address?}]}` as in
 * fixtures/smtp, or the story of one address that `mailvet verify --explain --json` prints, as in fixtures/sessions.
 * Prints each difference. Ends with 1 where there is one, with 2 for a file of neither form.
 */
import { readFileSync } from 'node:fs';
import { classify } from '../src/verifier/smtp/classify.ts';
import type { Meaning, Stage } from '../src/verifier/smtp/meaning.ts';

/** What a meaning says of the mailbox; all others leave it undecided. */
const LABELS: Partial<Record<Meaning, string>> = {
  accepted: 'exists',
  busy: 'exists',
  no_mailbox: 'dead',
  no_mail_domain: 'dead',
  full: 'full',
  disabled: 'disabled',
};

interface LabelledReply {
  readonly host: string;
  /** Lines with their code. */
  readonly reply: string;
  readonly label: string;
  /** `rcpt` unless given. */
  readonly stage?: Stage;
  readonly address?: string;
}

type StoryEvent =
  | { readonly event: 'host'; readonly host: string }
  | { readonly event: 'reply'; readonly code: number; readonly lines: readonly string[] }
  | {
      readonly event: 'judged';
      readonly stage: Stage;
      readonly rule: string;
      readonly meaning: Meaning;
    }
  | { readonly event: 'dns' | 'sent' | 'fault' };

interface Story {
  readonly email: string;
  readonly explanation: { readonly events: readonly StoryEvent[] };
}

/** A reply as it was recorded, and what today's rules make of it. */
interface Rejudged {
  readonly reply: string;
  readonly recorded: string;
  readonly today: string;
}

function readRecording(path: string): readonly Rejudged[] {
  const recording = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly replies?: readonly LabelledReply[];
  } & Partial<Story>;
  if (recording.replies) return recording.replies.map(rejudgeLabelled);
  const { email, explanation } = recording;
  if (email !== undefined && explanation) return rejudgeStory({ email, explanation });
  throw new Error(`${path} holds neither labelled replies nor a story of verify --explain --json`);
}

function rejudgeLabelled({ reply, label, ...asked }: LabelledReply): Rejudged {
  const lines = reply.split('\n').map((line) => line.slice(4));
  const said = { code: Number(reply.slice(0, 3)), lines };
  const { stage = 'rcpt', host, address = 'example@example.com' } = asked;
  const { meaning, rule } = classify({ stage, host, address, reply: said });
  const today = LABELS[meaning] ?? 'undecided';
  const shown = today === label ? label : `${today} (${meaning} by ${rule})`;
  return { reply, recorded: label, today: shown };
}

/** Each reply that was judged then is judged again; those of a session come before their judgement. */
function rejudgeStory({ email, explanation }: Story): Rejudged[] {
  let host = '';
  let reply = { code: 0, lines: [] as readonly string[] };
  return explanation.events.flatMap((event) => {
    if (event.event === 'host') host = event.host;
    if (event.event === 'reply') reply = event;
    if (event.event !== 'judged') return [];
    const { meaning, rule } = classify({ stage: event.stage, host, address: email, reply });
    const text = `${reply.code} ${reply.lines.join(' ')}`;
    const recorded = `${event.meaning} by ${event.rule}`;
    return [{ reply: text, recorded, today: `${meaning} by ${rule}` }];
  });
}

/** Returns the exit code. */
export function rejudgeFiles(paths: readonly string[], print: (line: string) => void): number {
  const found = paths.flatMap((path) => readRecording(path).map((one) => ({ ...one, path })));
  const differing = found.filter(({ recorded, today }) => recorded !== today);
  for (const { path, reply, recorded, today } of differing) {
    print(`${path}: ${reply.replaceAll('\n', ' ')}\n  recorded ${recorded}, today ${today}`);
  }
  print(`${differing.length} of ${found.length} replies differ from what was recorded`);
  return differing.length > 0 ? 1 : 0;
}

if (import.meta.main) {
  const paths = process.argv.slice(2);
  try {
    if (paths.length === 0) throw new Error('Name recordings: npm run rejudge -- <fixture…>');
    process.exitCode = rejudgeFiles(paths, console.log);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
