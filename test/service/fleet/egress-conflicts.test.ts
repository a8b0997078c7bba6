import { describe, expect, it } from 'vitest';
import { message } from '../../../src/i18n/message.ts';
import {
  describeEgresses,
  findEgressConflicts,
  type ReportedEgress,
} from '../../../src/service/fleet/sessions.ts';

const OUT_1: ReportedEgress = {
  ...{ process: 'mail-1', name: 'out-1', way: '192.0.2.1' },
  ...{ helo: 'out1.example.com', limits: 'ab' },
};
const OTHER = { ...OUT_1, process: 'mail-2' };

describe('the egresses of several processes', () => {
  it.each<[string, Partial<ReportedEgress>, string[]]>([
    ['the same address and limits', {}, []],
    ['another name and address', { name: 'out-2', way: '192.0.2.2' }, []],
    ['another HELO name', { helo: 'out.example.net' }, []],
    ['limits that an older version does not report', { limits: '' }, []],
    [
      'another address under the name',
      { way: '192.0.2.2' },
      ['Egress out-1 leaves by 192.0.2.1 and by 192.0.2.2'],
    ],
    [
      'no address under the name',
      { way: '' },
      ['Egress out-1 leaves by the address that the system chooses and by 192.0.2.1'],
    ],
    [
      'a proxy under the name',
      { way: 'socks5 proxy.example.com:1080' },
      ['Egress out-1 leaves by 192.0.2.1 and by socks5 proxy.example.com:1080'],
    ],
    [
      'other limits',
      { limits: 'cd' },
      ['Egress out-1 has other provider limits in some processes'],
    ],
    [
      'another name for the address',
      { name: 'out-2' },
      ['192.0.2.1 is used by egresses out-1 and out-2'],
    ],
  ])('where one has %s', (_, different, texts) => {
    const other = { ...OTHER, ...different };
    for (const egresses of [
      [OUT_1, other],
      [other, OUT_1],
    ])
      expect(findEgressConflicts(egresses)).toMatchObject(
        texts.map((english) => ({ said: { english }, processes: ['mail-1', 'mail-2'] })),
      );
  });

  it('agree where none has an address, whatever they are named', () => {
    const names = ['a', 'b'].map((name) => ({ ...OUT_1, name, way: '' }));
    expect(findEgressConflicts(names)).toEqual([]);
  });

  it('are one row as long as they are the same, and those of no use come first', () => {
    const fault = message('errorTexts.proxy_password', { proxy: 'p.example:1080' });
    const { egresses } = describeEgresses([
      { ...OUT_1, name: 'a' },
      { ...OTHER, name: 'a' },
      { ...OUT_1, name: 'b', fault },
      { ...OTHER, name: 'b' },
    ]);
    expect(egresses.map(({ name, fault, processes }) => [name, fault, processes])).toEqual([
      ['b', fault, 1],
      ['a', undefined, 2],
      ['b', undefined, 1],
    ]);
  });
});
