import type { Answer } from 'dns-packet';
import { describe, expect, it } from 'vitest';
import { readAbsenceProof } from '../../../src/verifier/dns/absence-proof.ts';

const signature = (name: string, typeCovered: 'NSEC' | 'NSEC3'): Answer => ({
  type: 'RRSIG',
  name,
  data: {
    typeCovered,
    algorithm: 13,
    labels: 2,
    originalTTL: 60,
    expiration: 0,
    inception: 0,
    keyTag: 1,
    signersName: 'example',
    signature: Buffer.alloc(64),
  },
});

const nsec = (name: string, nextDomain: string): Answer[] => [
  { type: 'NSEC', name, data: { nextDomain, rrtypes: ['A'] } },
  signature(name, 'NSEC'),
];

const BASE32_HEX = '0123456789abcdefghijklmnopqrstuv';
const fromBase32 = (text: string) => {
  const bits = [...text].map((sign) => BASE32_HEX.indexOf(sign).toString(2).padStart(5, '0'));
  return Buffer.from(
    (bits.join('').match(/.{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2)),
  );
};

/** As in the zone of RFC 5155, appendix A. */
const nsec3 = (hash: string, next: string, iterations = 12): Answer[] => {
  const name = `${hash}.example`;
  const data = {
    algorithm: 1,
    flags: 1,
    iterations,
    salt: Buffer.from('aabbccdd', 'hex'),
    nextDomain: fromBase32(next),
    rrtypes: ['MX', 'RRSIG'] as const,
  };
  return [
    { type: 'NSEC3', name, data: { ...data, rrtypes: [...data.rrtypes] } },
    signature(name, 'NSEC3'),
  ];
};

const APEX = nsec3('0p9mhaveqvm6t7vbl5lop2u3t2rp3tom', '2t7b4g4vsa5smi47k61mv5bv1a22bojr');
const NS1 = nsec3('2t7b4g4vsa5smi47k61mv5bv1a22bojr', '2vptu5timamqttgl4luu9kg21e0aor3s');
const LAST = nsec3('t644ebqk9bibcna874givr6joj62mlhv', '0p9mhaveqvm6t7vbl5lop2u3t2rp3tom');

describe('readAbsenceProof', () => {
  it.each([
    // RFC 5155 §B.1: the next closer name c.x.w.example hashes to 0va5bpr2….
    ['a.c.x.w.example', APEX, 'covers'],
    ['c.x.w.example', APEX, 'covers'],
    // §B.2: ns1.example itself, without the type that was asked for.
    ['ns1.example', NS1, 'covers'],
    ['ns1.example', APEX, 'other'],
    // Its hash, q04jkcev…, is neither here nor there.
    ['x.y.w.example', NS1, 'other'],
    // §B.1's wildcard *.x.w.example, 92pqneeg…, is not behind the last name.
    ['*.x.w.example', LAST, 'other'],
    [
      'c.x.w.example',
      nsec3('0p9mhaveqvm6t7vbl5lop2u3t2rp3tom', '2t7b4g4vsa5smi47k61mv5bv1a22bojr', 151),
      'other',
    ],
  ] as const)('of %s by NSEC3', (name, records, proof) => {
    expect(readAbsenceProof([...records], name, 'example')).toBe(proof);
  });

  it.each([
    ['b.example', 'a.example', 'c.example', 'covers'],
    ['B.example', 'A.Example', 'c.example', 'covers'],
    ['x.b.example', 'a.example', 'c.example', 'covers'],
    ['a.example', 'a.example', 'c.example', 'covers'],
    ['d.example', 'a.example', 'c.example', 'other'],
    // Behind the last name comes the zone itself.
    ['z.example', 'y.example', 'example', 'covers'],
    // RFC 4034 §6.1 sorts by the labels from the right.
    ['z.a.example', 'a.example', 'b.example', 'covers'],
    ['a.z.example', 'a.example', 'b.example', 'other'],
  ] as const)('of %s by NSEC from %s to %s: %s', (name, from, to, proof) => {
    expect(readAbsenceProof(nsec(from, to), name.toLowerCase(), 'example')).toBe(proof);
  });

  it('counts signed records alone', () => {
    const [unsigned] = nsec('a.example', 'c.example');
    expect(readAbsenceProof(unsigned ? [unsigned] : [], 'b.example', 'example')).toBe('none');
    expect(readAbsenceProof([], 'b.example', 'example')).toBe('none');
  });
});
