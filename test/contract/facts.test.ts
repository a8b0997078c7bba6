import { expect, test } from 'vitest';
import { decodeVerification } from '../../src/contract/decode.ts';
import { EXAMPLE_FACTS, FACT_NAMES, NOTHING_VALID } from '../../src/contract/facts.ts';
import { VerificationResultSchema } from '../../src/contract/schemas.ts';
import { RESULT_COLUMNS } from '../../src/formats/write/output.ts';
import { packResults, readCodes, unpackResult } from '../../src/lists/file/packed-results.ts';

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
    const packed = packResults([EMAIL], [{ verification: decoded }]);
    const [code] = readCodes(packed.codes);
    expect(unpackResult(code, EMAIL, () => ({ verification: decoded }))).toEqual({
      verification: result,
    });
  },
);

test.for(FACT_NAMES)('a result whose %s has the wrong type is no result', (name) => {
  expect(decodeVerification({ email: EMAIL, ...EXAMPLE_FACTS, [name]: 'yes' })).toBeUndefined();
});
