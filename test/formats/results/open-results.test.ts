import { describe, expect, it } from 'vitest';
import type { GivenRow } from '../../../src/formats/results/given-result.ts';
import { openResults } from '../../../src/formats/results/open-results.ts';
import type { ForeignVerifier } from '../../../src/formats/results/verifiers.ts';

async function read(text: string, verifier?: ForeignVerifier) {
  const file = await openResults(
    {
      name: 'results',
      async *open() {
        yield Buffer.from(text);
      },
    },
    { verifier },
  );
  const rows: GivenRow[] = [];
  for await (const some of file.rows()) rows.push(...some);
  const shown = rows.flatMap((row) =>
    'unreadable' in row
      ? `line ${row.line}: ${row.unreadable}`
      : row.results.map(({ email, verdict, reason }) => `${email} ${verdict} ${reason ?? '-'}`),
  );
  return { source: file.source, shown, rows };
}

describe('results of mailvet', () => {
  it('are read from the columns that were added last', async () => {
    const { source, shown } = await read(
      'email,verdict,mailvet_email,mailvet_verdict,reason\nA <a@b.example>,risky,a@b.example,deliverable,accepted\n',
    );
    expect(source).toBe('mailvet');
    expect(shown).toEqual(['a@b.example deliverable accepted']);
  });

  it('are read with a verdict alone, and the fine reason gives the reason', async () => {
    const { shown } = await read('mail,verdict,detail\na@b.example,undeliverable,full\n');
    expect(shown).toEqual(['a@b.example undeliverable mailbox']);
  });

  it('are read from facts without a verdict', async () => {
    const { shown } = await read(
      `${JSON.stringify({
        ...{ email: 'a@b.example', valid: true, deliverable: true, acceptAll: true },
        ...{ role: false, temporary: false, mx: true, smtp: true, score: 60 },
      })}\n`,
    );
    expect(shown).toEqual(['a@b.example risky accept_all']);
  });

  it('are read for each address column of a list', async () => {
    const { shown } = await read(
      'Work,Home,Work_email,Work_verdict,Home_email,Home_verdict\na@b.example,c@d.example,a@b.example,risky,c@d.example,unknown\n',
    );
    expect(shown).toEqual(['a@b.example risky -', 'c@d.example unknown -']);
  });

  it('do not come from the input of a JSON row', async () => {
    const { shown } = await read(
      '[{"email":"a@b.example","verdict":"risky","input":{"email":"a@b.example","verdict":"unknown"}}]',
    );
    expect(shown).toEqual(['a@b.example risky -']);
  });

  it('have the time where the column is there', async () => {
    const { rows } = await read(
      'email,verdict,checked_at\na@b.example,risky,2026-03-10T08:15:00Z\n',
    );
    expect(rows[0]).toMatchObject({ results: [{ checkedAt: Date.UTC(2026, 2, 10, 8, 15) }] });
  });

  it('name a row without a verdict', async () => {
    const { shown } = await read('email,verdict\na@b.example,risky\nc@d.example,perhaps\n');
    expect(shown).toEqual(['a@b.example risky -', 'line 3: it has no verdict']);
  });
});

const EXPORTS: readonly (readonly [ForeignVerifier, string, readonly string[]])[] = [
  [
    'zerobounce',
    'Email Address,ZB Status,ZB Sub Status\na@b.example,valid,\nb@b.example,do_not_mail,role_based\nc@b.example,invalid,failed_syntax_check\nd@b.example,spamtrap,\ne@b.example,Catch-All,\n',
    [
      'a@b.example deliverable accepted',
      'b@b.example risky role',
      'c@b.example undeliverable syntax',
      'd@b.example risky suppressed',
      'e@b.example risky accept_all',
    ],
  ],
  [
    'zerobounce',
    '[{"address":"a@b.example","status":"unknown","sub_status":"greylisted","did_you_mean":null,"processed_at":"2026-03-10 08:15:00.123"}]',
    ['a@b.example unknown no_answer'],
  ],
  [
    'neverbounce',
    'id,email,email_status\n1,a@b.example,valid\n2,b@b.example,catchall\n3,c@b.example,disposable\n4,d@b.example,invalid\n',
    [
      'a@b.example deliverable accepted',
      'b@b.example risky accept_all',
      'c@b.example risky disposable',
      'd@b.example undeliverable mailbox',
    ],
  ],
  [
    'neverbounce',
    '[{"data":{"email":"a@b.example"},"verification":{"result":"unknown","suggested_correction":""}}]',
    ['a@b.example unknown no_answer'],
  ],
  [
    'bouncer',
    '[{"email":"a@b.example","status":"risky","reason":"low_deliverability","domain":{"acceptAll":"yes","disposable":"no"},"account":{"role":"no","fullMailbox":"no"},"toxicity":0},{"email":"b@b.example","status":"undeliverable","reason":"invalid_domain"}]',
    ['a@b.example risky accept_all', 'b@b.example undeliverable no_mx'],
  ],
  [
    'kickbox',
    'email,result,reason,role,free,disposable,accept_all,did_you_mean,sendex\na@b.example,risky,low_quality,false,false,true,false,,0.1\nb@b.example,deliverable,accepted_email,true,false,false,false,,1\n',
    ['a@b.example risky disposable', 'b@b.example deliverable accepted'],
  ],
  [
    'emailable',
    'Email,State,Reason,Score,Accept All,Disposable,Role\na@b.example,undeliverable,rejected_email,0,false,false,false\nb@b.example,risky,low_deliverability,70,true,false,false\n',
    ['a@b.example undeliverable mailbox', 'b@b.example risky accept_all'],
  ],
  [
    'millionverifier',
    'email,quality,result,free,role\na@b.example,good,ok,1,0\nb@b.example,risky,catch_all,0,0\nc@b.example,bad,disposable,0,0\nd@b.example,risky,unknown,0,0\n',
    [
      'a@b.example deliverable accepted',
      'b@b.example risky accept_all',
      'c@b.example risky disposable',
      'd@b.example unknown no_answer',
    ],
  ],
  [
    'clearout',
    'Email,Status,Safe to Send,Sub Status,Verified On\na@b.example,Valid,Yes,Success,2026-03-10 08:15:00\nb@b.example,Catch-All,No,,\nc@b.example,Invalid,No,Mailbox Not Found,\n',
    [
      'a@b.example deliverable accepted',
      'b@b.example risky accept_all',
      'c@b.example undeliverable mailbox',
    ],
  ],
  [
    'debounce',
    'Email,Result,Reason\na@b.example,Safe to Send,Deliverable\nb@b.example,Risky,"Accept-All"\nc@b.example,Invalid,Bounce\nd@b.example,Risky,"Deliverable, Role"\n',
    [
      'a@b.example deliverable accepted',
      'b@b.example risky accept_all',
      'c@b.example undeliverable mailbox',
      'd@b.example risky role',
    ],
  ],
  [
    'debounce',
    'email,debounce.result,debounce.reason\na@b.example,Safe to Send,Whatever is new\nb@b.example,Invalid,\nc@b.example,Risky,"Catch-All, Role"\nd@b.example,Unknown,Unknown\ne@b.example,Invalid,Undeliverable\n',
    [
      'a@b.example deliverable accepted',
      'b@b.example undeliverable mailbox',
      'c@b.example risky accept_all',
      'd@b.example unknown no_answer',
      'e@b.example undeliverable mailbox',
    ],
  ],
  [
    'debounce',
    '[{"debounce":{"email":"a@b.example","code":"5","role":"false","free_email":"true","result":"Safe to Send","reason":"Deliverable","send_transactional":"1","did_you_mean":""},"success":"1"}]',
    ['a@b.example deliverable accepted'],
  ],
  [
    'reacher',
    'input,is_reachable,misc.is_disposable,misc.is_role_account,smtp.is_catch_all,smtp.has_full_inbox\na@b.example,safe,false,false,false,false\nb@b.example,risky,false,false,true,false\nc@b.example,risky,false,false,false,true\nd@b.example,invalid,false,false,false,false\n',
    [
      'a@b.example deliverable accepted',
      'b@b.example risky accept_all',
      'c@b.example undeliverable mailbox',
      'd@b.example undeliverable mailbox',
    ],
  ],
];

describe('results of other verifiers', () => {
  it.each(EXPORTS)('are recognised by columns and words: %s', async (verifier, text, expected) => {
    const { source, shown } = await read(text);
    expect(source).toBe(verifier);
    expect(shown).toEqual(expected);
  });

  it('have the time of a column in ISO form', async () => {
    const { rows } = await read(EXPORTS[1]?.[1] ?? '');
    const at = Date.UTC(2026, 2, 10, 8, 15, 0, 123);
    expect(rows[0]).toMatchObject({ results: [{ checkedAt: at }] });
  });

  it('name a row whose word they do not know', async () => {
    const { shown } = await read('email,email_status\na@b.example,valid\nc@d.example,perhaps\n');
    expect(shown[1]).toBe('line 3: "perhaps" is no result of NeverBounce');
  });

  it('of which there are several with such columns and words are refused, unless one is named', async () => {
    const text = 'email,status\na@b.example,valid\n';
    await expect(read(text)).rejects.toThrow('results may hold results of ZeroBounce or Clearout');
    expect((await read(text, 'clearout')).source).toBe('clearout');
  });

  it('are not found in a plain list', async () => {
    await expect(read('email,status\na@b.example,customer\n')).rejects.toThrow(
      'results holds no results of a verification',
    );
  });
});
