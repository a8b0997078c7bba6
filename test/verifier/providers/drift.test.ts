import { describe, expect, it } from 'vitest';
import { DriftWatch, type SeenResult } from '../../../src/verifier/providers/drift.ts';
import type { Provider } from '../../../src/verifier/providers/provider.ts';
import {
  BUILT_IN_PROVIDERS,
  ProviderTable,
} from '../../../src/verifier/providers/provider-table.ts';
import { findAll, MailWorld } from '../../support/mail-world.ts';

const OURS: Provider = {
  id: 'old-isp',
  name: 'Old ISP',
  kind: 'mailbox',
  confidence: 'high',
  mx: ['.old-isp.test'],
  domains: ['old-isp.test'],
  rcpt: 'refuses',
  replies: [{ text: 'No such user', code: 550, stage: 'rcpt', meaning: 'no_mailbox' }],
  sources: [{ title: 'our own experience' }],
  date: '2026-01-01',
  checkBy: '2026-07-01',
};
const NEW: Provider = {
  ...OURS,
  id: 'new-isp',
  mx: ['.new-isp.test'],
  domains: [],
  checkBy: '2030-01',
};
const table = new ProviderTable([OURS, NEW]);

function watchOf(results: readonly SeenResult[]): DriftWatch {
  const watch = new DriftWatch(table);
  for (const result of results) watch.note(result);
  return watch;
}

function seen(domain: string, mxHost: string, text?: string, code = 550): SeenResult {
  return {
    domain,
    mxHost,
    ...(text !== undefined && { reply: { code, enhanced: '5.1.1', text } }),
  };
}

describe('drift of the table', () => {
  it('is nothing while hosts and replies are those of the table', () => {
    const watch = watchOf([
      seen('old-isp.test', 'mx1.old-isp.test', 'No such user'),
      seen('old-isp.test', 'mx1.old-isp.test'),
      seen('company.test', 'mx2.old-isp.test', '250 fine', 250),
    ]);
    expect(watch.report('2026-06-30')).toEqual([]);
  });

  it('names a consumer domain whose mail goes to another provider, or to none', () => {
    const watch = watchOf([
      seen('old-isp.test', 'mx.new-isp.test'),
      seen('old-isp.test', 'mx.new-isp.test'),
    ]);
    const moved = {
      kind: 'moved',
      provider: 'old-isp',
      subject: 'old-isp.test',
      to: 'new-isp',
      seen: 2,
    };
    expect(watch.report('2026-01-01')).toEqual([moved]);
    const away = watchOf([seen('old-isp.test', 'mx.elsewhere.example')]);
    expect(away.report('2026-01-01')).toEqual([{ ...moved, to: 'elsewhere.example', seen: 1 }]);
  });

  it('adds up refusals in words that the entry lacks, whatever their numbers', () => {
    const words = (id: number) => `Sorry, <a${id}@old-isp.test> is a stranger (ref q${id}x)`;
    const watch = watchOf(
      [1, 2, 3].map((id) => seen('old-isp.test', 'mx.old-isp.test', words(id))),
    );
    watch.note(seen('old-isp.test', 'mx.old-isp.test', 'said once'));
    expect(watch.report('2026-01-01')).toEqual([
      {
        kind: 'new_reply',
        provider: 'old-isp',
        subject: '550 5.1.1 Sorry, <…> is a stranger (ref 0)',
        seen: 3,
      },
    ]);
  });

  it('names a host of many domains that has no entry', () => {
    const watch = watchOf(
      Array.from({ length: 20 }, (_, n) => seen(`d${n}.test`, 'mx.rising.example')),
    );
    expect(watch.report('2026-01-01')).toEqual([
      { kind: 'unlisted', provider: '', subject: 'rising.example', seen: 20 },
    ]);
  });

  it('names entries that are due', () => {
    expect(watchOf([]).report('2026-07-02')).toEqual([
      { kind: 'overdue', provider: 'old-isp', subject: '2026-07-01', seen: 0 },
    ]);
  });

  it('is seen where a provider changes its hosts and its words under way', async () => {
    await using world = new MailWorld();
    const refuse = (text: string) => ({ rcpt: () => `550 5.1.1 ${text}` });
    await world.host('mx.old-isp.test', refuse('No such user'));
    await world.host('mx.new-isp.test', refuse('Nobody by that name'));
    const watch = new DriftWatch(table);
    // What a resolver said is remembered by a verifier.
    const verify = async (emails: readonly string[]) => {
      const verifier = world.verifier({ providers: [OURS, NEW] });
      for (const { email, evidence } of await findAll(verifier, emails)) {
        watch.note({ ...evidence, domain: email.split('@')[1] ?? '' });
      }
    };
    world.domain('old-isp.test', 'mx.old-isp.test');
    await verify(['a@old-isp.test', 'b@old-isp.test']);
    expect(watch.report('2026-01-01')).toEqual([]);
    world.domain('old-isp.test', 'mx.new-isp.test');
    await verify(['c@old-isp.test', 'd@old-isp.test', 'e@old-isp.test']);
    expect(watch.report('2026-01-01')).toMatchObject([
      { kind: 'moved', provider: 'old-isp', to: 'new-isp', seen: 3 },
      { kind: 'new_reply', provider: 'new-isp', seen: 3 },
    ]);
  });
});

it('each entry has a date by which it is to be checked, behind its last check', () => {
  for (const { id, date, checkBy } of BUILT_IN_PROVIDERS) {
    expect(checkBy, id).toMatch(/^\d{4}-\d\d$/);
    expect((checkBy ?? '') > date.slice(0, 7), id).toBe(true);
  }
});
