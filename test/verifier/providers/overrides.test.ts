import { describe, expect, it } from 'vitest';
import { createPaceOf } from '../../../src/verifier/providers/pace.ts';
import {
  findOverridden,
  parseProviderSetting,
} from '../../../src/verifier/providers/parse-providers.ts';
import {
  BUILT_IN_PROVIDERS,
  ProviderTable,
  withOverrides,
} from '../../../src/verifier/providers/provider-table.ts';

const parse = (value: unknown) => parseProviderSetting(value, 'service.json');

function paceWith(value: unknown, host: string) {
  const table = new ProviderTable(withOverrides(parse(value)));
  return createPaceOf(table)(table.find(host).key);
}

describe('values for the provider table', () => {
  it('replace those of an entry, and leave its other values', () => {
    const before = paceWith({}, 'aspmx.l.google.com');
    const pace = paceWith(
      { google: { connections: 2, sessionsPerMinute: 30 } },
      'aspmx.l.google.com',
    );
    expect(pace).toEqual({ ...before, connections: 2, sessionsPerMinute: 30 });
  });

  it('add a provider by its mail hosts, which decides nothing', () => {
    const ours = { ours: { mx: ['.mail.example.com'], connections: 9, recipientsPerSession: 3 } };
    expect(paceWith(ours, 'mx1.mail.example.com')).toMatchObject({
      connections: 9,
      recipientsPerSession: 3,
    });
    expect(parse(ours)).toMatchObject([{ namesOnly: true, rcpt: 'unknown' }]);
  });

  it('add replies before those of the table', () => {
    const replies = [{ text: 'slow down', stage: 'rcpt', meaning: 'rate_limited' }];
    const [google] = parse({ google: { replies } });
    const known = BUILT_IN_PROVIDERS.find(({ id }) => id === 'google');
    expect(google?.replies).toEqual([...replies, ...(known?.replies ?? [])]);
  });

  it.each([
    [{ gogle: { connections: 2 } }, "there is no provider 'gogle'"],
    [{ google: { conections: 2 } }, "'google' has no value 'conections'"],
    [{ google: { connections: 0 } }, "'google.connections' is 0: a whole number from 1 on"],
    [{ google: { connections: '4' } }, `'google.connections' is "4"`],
    [{ google: 4 }, "'google' is no object of values"],
    [{ google: { mx: 'google.com' } }, "no usable 'mx'"],
    [{ google: { replies: [{ text: 'x' }] } }, "has no usable 'stage'"],
    [{ google: { replies: {} } }, "'google.replies' is no list of replies"],
    [{ 'Our MX': { mx: ['.example.com'] } }, "no usable 'id'"],
    ['google', 'it has to be a list of providers'],
  ])('that can not be are named: %j', (value, message) => {
    expect(() => parse(value)).toThrow(message);
    expect(() => parse(value)).toThrow(/service\.json/);
  });

  it('are told from those of the table', () => {
    const [google] = parse({ google: { connections: 2, mx: ['.google.com'] } });
    const [ours] = parse({ ours: { mx: ['.example.com'] } });
    expect(google && findOverridden(google)).toEqual(['mx', 'connections']);
    expect(ours && findOverridden(ours)).toEqual(['entry']);
    expect(BUILT_IN_PROVIDERS.flatMap(findOverridden)).toEqual([]);
  });
});
