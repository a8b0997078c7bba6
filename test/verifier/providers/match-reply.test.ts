import { describe, expect, it } from 'vitest';
import { matchReply } from '../../../src/verifier/providers/match-reply.ts';
import type { Provider, ProviderReply } from '../../../src/verifier/providers/provider.ts';
import { BUILT_IN_PROVIDERS } from '../../../src/verifier/providers/provider-table.ts';
import type { Stage } from '../../../src/verifier/smtp/meaning.ts';

/** A reply as it would come, with something in place of each gap. */
function heardFrom({ text, code = 550, enhanced = '', stage }: ProviderReply) {
  const at: Stage = stage === 'any' || stage === 'data' ? 'rcpt' : stage;
  const words = text.replaceAll('…', 'x.example [192.0.2.1]').toUpperCase();
  return {
    stage: at,
    code,
    enhanced: enhanced.replace('*', '7'),
    text: `${words}.`,
  };
}

const deciding = BUILT_IN_PROVIDERS.filter(({ namesOnly }) => !namesOnly);
const heard: readonly (readonly [string, ProviderReply, Provider])[] = deciding.flatMap(
  (provider) =>
    (provider.replies ?? [])
      .filter(({ stage }) => stage !== 'data')
      .map((reply) => [`${provider.id}: ${reply.text}`, reply, provider] as const),
);

describe('a reply of the table', () => {
  it.each(heard)('%s is known again', (_, reply, provider) => {
    expect(matchReply(provider, heardFrom(reply))?.reply.meaning).toBe(reply.meaning);
  });

  it.each(heard)('%s needs its code', (_, reply, provider) => {
    const found = matchReply(provider, { ...heardFrom(reply), code: 299 });
    expect(found?.reply.code).toBeUndefined();
  });

  it('of an entry that only names a provider decides nothing', () => {
    const low = BUILT_IN_PROVIDERS.filter(({ namesOnly }) => namesOnly);
    const found = low.flatMap((provider) =>
      (provider.replies ?? []).map((reply) => matchReply(provider, heardFrom(reply))),
    );
    expect(found.length).toBeGreaterThan(20);
    expect(found.every((reply) => reply === undefined)).toBe(true);
  });

  it('is found by its longest text where several fit', () => {
    const barracuda = deciding.find(({ id }) => id === 'barracuda') as Provider;
    const said = { stage: 'rcpt', code: 550, enhanced: '5.1.1' } as const;
    const text = 'permanent failure for one or more recipients (ann@a.example:blocked)';
    expect(matchReply(barracuda, { ...said, text })?.reply.text).toContain('permanent failure');
  });
});
