import { describe, expect, it } from 'vitest';
import { resultCells } from '../../../src/dashboard/downloads.ts';
import { toFields } from '../../../src/formats/write/json-renderer.ts';
import { createAddressJudge } from '../../../src/formats/write/judged-row.ts';
import { foundResult } from '../../support/found-result.ts';

const FACTS = {
  valid: true,
  deliverable: false,
  acceptAll: false,
  role: false,
  temporary: false,
  mx: true,
  smtp: false,
  score: 45,
};

function fieldsOf(reason: string) {
  const verification = { email: 'ann@a.test', ...FACTS, detail: { reason } };
  const outcome = createAddressJudge({ lookup: () => ({ verification }) });
  const found = outcome({ raw: 'ann@a.test', address: 'ann@a.test' } as never);
  return toFields(found, ['deliverable', 'acceptAll', 'mx', 'smtp', 'score', 'verdict', 'reason']);
}

describe('a result of which nobody looked up anything', () => {
  it('has null in JSON, and the verdict that its plain fields have', () => {
    expect(fieldsOf('dns_untrusted')).toEqual({
      deliverable: null,
      acceptAll: null,
      mx: null,
      smtp: null,
      score: 45,
      verdict: 'unknown',
      reason: 'no_answer',
    });
  });

  it('keeps what was found where a host was asked', () => {
    expect(fieldsOf('greylisted')).toMatchObject({ mx: true, smtp: false, acceptAll: null });
  });

  it('has empty cells in the downloads of the dashboard', () => {
    const judged = { verdict: 'unknown', reason: 'no_answer' } as const;
    const cellsOf = (reason: string) => resultCells(foundResult({ facts: FACTS, reason }), judged);
    expect(cellsOf('dns_failure')).toEqual([
      ...['unknown', 'no_answer'],
      ...[true, null, null, false, false, null, null, 45],
    ]);
    expect(cellsOf('no_mailbox')).toEqual(['unknown', 'no_answer', ...Object.values(FACTS)]);
  });
});
