import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { classify } from '../../../src/verifier/smtp/classify.ts';
import type { Meaning } from '../../../src/verifier/smtp/meaning.ts';

type Label = 'exists' | 'dead' | 'full' | 'disabled' | 'undecided';

interface SeenReply {
  readonly provider: string;
  readonly host: string;
  readonly reply: string;
  readonly label: Label;
}

const file = new URL('../../../fixtures/smtp/replies.json', import.meta.url);
const { replies } = JSON.parse(readFileSync(file, 'utf8')) as { replies: readonly SeenReply[] };

const LABELS: Partial<Record<Meaning, Label>> = {
  accepted: 'exists',
  busy: 'exists',
  no_mailbox: 'dead',
  no_mail_domain: 'dead',
  full: 'full',
  disabled: 'disabled',
};

function labelOf(seen: SeenReply, stage: 'rcpt' | 'mail' = 'rcpt'): string {
  const reply = { code: Number(seen.reply.slice(0, 3)), lines: [seen.reply.slice(4)] };
  const { meaning, rule } = classify({
    stage,
    reply,
    host: seen.host,
    address: 'example@example.com',
  });
  return `${LABELS[meaning] ?? 'undecided'} (${rule})`;
}

describe('the replies of providers', () => {
  it.each(replies)('$provider: $reply is $label', (seen) => {
    expect(labelOf(seen)).toMatch(new RegExp(`^${seen.label} `));
  });

  it.each(replies)('$provider: $reply decides nothing before RCPT', (seen) => {
    expect(labelOf(seen, 'mail')).toMatch(/^undecided /);
  });
});
