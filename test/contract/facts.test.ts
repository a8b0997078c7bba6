import { expect, test } from 'vitest';
import { decodeVerification } from '../../src/contract/decode.ts';
import { EXAMPLE_FACTS, FACT_NAMES, NOTHING_VALID } from '../../src/contract/facts.ts';
import { VerificationResultSchema } from '../../src/contract/schemas.ts';
import { RESULT_COLUMNS } from '../../src/formats/write/output.ts';
import { formatUnpackable } from '../../src/lists/file/result-store.ts';
import { isPacked, packResult, unpackResult } from '../../src/result/packed.ts';

const EMAIL = 'ada@example.com';

test('every fact of the table is in the schema, in the order of the table', () => {
  expect(Object.keys(VerificationResultSchema.shape)).toEqual(['email', ...FACT_NAMES]);
});

test('every fact of the table is a column', () => {
  expect(RESULT_COLUMNS).toEqual(expect.arrayContaining([...FACT_NAMES]));
});

test.for([EXAMPLE_FACTS, NOTHING_VALID])(
  'every fact survives the wire and the file of a job: %j',
  (facts) => {
    const result = { email: EMAIL, ...facts };
    const decoded = decodeVerification(VerificationResultSchema.parse(result));
    expect(decoded).toEqual(result);
    const code = decoded ? packResult(EMAIL, decoded) : 0;
    const kept = isPacked(code)
      ? unpackResult(code, EMAIL)
      : JSON.parse(formatUnpackable({ verification: decoded })).verification;
    expect(kept).toEqual(result);
  },
);

test.for(FACT_NAMES)('a result whose %s has the wrong type is no result', (name) => {
  expect(decodeVerification({ email: EMAIL, ...EXAMPLE_FACTS, [name]: 'yes' })).toBeUndefined();
});
