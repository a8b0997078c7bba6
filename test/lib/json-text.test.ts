import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonItems, jsonMembers, onOneLine, replaceStrings } from '../../src/lib/json-text.ts';

const indents = fc.constantFrom(undefined, 1, '\t', '\r\n ');

const written = (value: unknown, indent: string | number | undefined) =>
  JSON.stringify(value, null, indent);

describe('the parts of JSON', () => {
  it('are the texts of what JSON.parse reads, with blanks or without', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), indents, (object, indent) => {
        const members = jsonMembers(written(object, indent));
        const read = members.map(({ name, text }) => [name, JSON.parse(text)]);
        expect(read).toEqual(Object.entries(JSON.parse(JSON.stringify(object))));
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), indents, (array, indent) => {
        const items = jsonItems(written(array, indent));
        expect(items.map((text) => JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(array)));
      }),
    );
  });

  it('stand as they were written, doubled names too', () => {
    const text = String.raw`{ "10" : 1.10 ,"2":"\u00e9\\","\u0031\"":[ 1,"}" ],"2":{"a" :-0 } }`;
    expect(jsonMembers(text)).toEqual([
      { name: '10', text: '1.10' },
      { name: '2', text: String.raw`"\u00e9\\"` },
      { name: '1"', text: '[ 1,"}" ]' },
      { name: '2', text: '{"a" :-0 }' },
    ]);
  });

  it('are refused below a hundred levels', () => {
    const nested = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(jsonMembers(nested(100))).toHaveLength(1);
    expect(() => jsonMembers(nested(101))).toThrow('a value is nested too deeply');
    expect(() => jsonMembers(nested(1_000_000))).toThrow('a value is nested too deeply');
  });
});

describe('onOneLine', () => {
  it('changes nothing but line breaks and the blanks behind them', () => {
    expect(onOneLine('{\r\n  "a": "x\\n  y",\r\r"b":  [1.0,\n2]\n}')).toBe(
      '{ "a": "x\\n  y", "b":  [1.0, 2] }',
    );
  });
});

describe('replaceStrings', () => {
  it('replaces values at any depth, and no names', () => {
    const upper = (text: string) => text.toUpperCase();
    const text = String.raw`{"a": "x\"a","b" :[ "a", {"a":1.0,"c" : "\\"} ]}`;
    expect(replaceStrings(text, upper)).toBe(
      String.raw`{"a": "X\"A","b" :[ "A", {"a":1.0,"c" : "\\"} ]}`,
    );
  });
});
