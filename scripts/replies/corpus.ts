import { readFileSync } from 'node:fs';
import { toRuleText } from '../../src/verifier/smtp/classify.ts';
import type { ModelInput } from '../../src/verifier/smtp/learned/features.ts';
import { MODEL_LABELS, type ModelLabel } from '../../src/verifier/smtp/learned/reply-model.ts';
import { enhancedCodeOf, textOf } from '../../src/verifier/smtp/reply.ts';
import { compose, type Phrases } from './compose.ts';

/** An entry of fixtures/smtp. */
interface SeenReply {
  readonly provider: string;
  readonly host: string;
  readonly address?: string;
  readonly reply: string;
  readonly stage?: string;
  readonly label: string;
  readonly from?: string;
}

/** A refusal of a recipient, labelled. */
export interface Example {
  readonly provider: string;
  readonly host: string;
  readonly reply: string;
  readonly input: ModelInput;
  readonly label: ModelLabel;
  /** Where it was found, if the collection has many sources. */
  readonly from?: string | undefined;
}

const FIXTURES = new URL('../../fixtures/smtp/', import.meta.url);

/** Files with labels; a mailbox that exists and refuses counts as undecided for the model. */
const FILES = ['replies', 'wordings', 'unseen-2026', 'collected-2026', 'daemons'];

export function readFixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`${name}.json`, FIXTURES), 'utf8'));
}

/** All refusals at RCPT that somebody labelled. */
export function readExamples(): Example[] {
  const seen = FILES.flatMap((name) => (readFixture(name) as { replies: SeenReply[] }).replies);
  const refusals = seen.filter(({ stage = 'rcpt', reply }) => stage === 'rcpt' && reply[0] !== '2');
  return refusals.map(toExample);
}

/** Sentences of a language's parts, for each language. */
export function composeExamples(): Example[] {
  const { languages } = readFixture('phrases') as { languages: Phrases[] };
  return languages.flatMap((phrases, index) =>
    compose(phrases, phrases.language === 'en' ? 4 * OF_EACH_KIND : OF_EACH_KIND, index + 1).map(
      (one) => toExample({ provider: '', host: 'mx.example.org', ...one }),
    ),
  );
}

const OF_EACH_KIND = 30;

function toExample({
  provider,
  host,
  reply,
  label,
  from,
  address = 'example@example.com',
}: SeenReply): Example {
  const lines = reply.split('\n').map((line) => line.slice(4));
  const read = { code: Number(reply.slice(0, 3)), lines };
  const input = {
    code: String(read.code),
    enhanced: enhancedCodeOf(read) ?? '',
    text: toRuleText(textOf(read), { host, address }),
  };
  const known = MODEL_LABELS.find((one) => one === label) ?? 'undecided';
  return { provider, host, reply, input, from, label: known };
}
