import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonElements } from '../../../src/formats/read/json-elements.ts';
import { runs } from '../../support/property-runs.ts';
import { collect } from '../support.ts';

async function cut(text: string, size = 1_000_000): Promise<unknown[]> {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return (await collect(jsonElements(chunks()))).flat().map((element) => JSON.parse(element.text));
}

describe('jsonElements', () => {
  it('cuts any array into its elements, however the bytes arrive', async () => {
    const indent = fc.constantFrom(undefined, 2, '\t');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue()),
        indent,
        fc.integer({ min: 1, max: 9 }),
        async (value, space, size) => {
          const text = JSON.stringify(value, null, space);
          expect(await cut(text, size)).toEqual(JSON.parse(text));
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it('tells the line on which an element starts', async () => {
    async function* chunks() {
      yield Buffer.from('[\n "a\\"]",\n\n {"b":\n [1, 2]}, 3\n]\n');
    }
    const elements = (await collect(jsonElements(chunks()))).flat();
    expect(elements.map(({ line }) => line)).toEqual([2, 4, 5]);
  });

  it.each([
    ['[1,2', /not closed/],
    ['[1] x', /something follows/],
    ['{"a":1}', /not an array/],
    ['[1,,2]', /a comma too many/],
    ['', /not closed/],
  ])('refuses %j', async (text, message) => {
    await expect(cut(text)).rejects.toMatchObject({
      code: 'input',
      message: expect.stringMatching(message),
    });
  });
});
