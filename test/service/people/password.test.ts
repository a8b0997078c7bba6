import { scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  checkPassword,
  OWASP_COST,
  saltedPart,
  scryptHasher,
} from '../../../src/service/people/password.ts';

const CHEAP = { log2N: 4, r: 8, p: 1 };

describe('a password hash', () => {
  it('is scrypt, with its cost and salt beside it', async () => {
    const hash = await scryptHasher(CHEAP).hash('correct horse');
    const [name, log2N, r, p, salt = '', key] = hash.split(':');
    expect([name, log2N, r, p]).toEqual(['scrypt', '4', '8', '1']);
    expect(Buffer.from(salt, 'base64url')).toHaveLength(16);
    const own = scryptSync('correct horse', Buffer.from(salt, 'base64url'), 32, { N: 16, r: 8 });
    expect(key).toBe(own.toString('base64url'));
  });

  it('has a salt of its own each time, or that of another', async () => {
    const { hash } = scryptHasher(CHEAP);
    const [first, second] = [await hash('correct horse'), await hash('correct horse')];
    expect(first).not.toBe(second);
    expect(await hash('correct horse', first)).toBe(first);
    expect(saltedPart(await hash('another', first))).toBe(saltedPart(first));
  });

  it('keeps the cost it was made with when ours rises', async () => {
    const old = await scryptHasher(CHEAP).hash('correct horse');
    expect(await scryptHasher({ ...CHEAP, log2N: 5 }).hash('correct horse', old)).toBe(old);
  });

  it('is the same for the same letters, however they are composed', async () => {
    const { hash } = scryptHasher(CHEAP);
    const composed = await hash('caf\u00e9 au lait');
    expect(await hash('cafe\u0301 au lait', composed)).toBe(composed);
  });

  it('no password has the decoy', async () => {
    const { hash, decoy } = scryptHasher(CHEAP);
    expect(await hash('', decoy)).not.toBe(decoy);
    expect(saltedPart(await hash('', decoy))).toBe(saltedPart(decoy));
  });

  it('is refused when too many of one key wait, and not any more when they are done', async () => {
    const { hash } = scryptHasher(CHEAP);
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => hash('correct horse')));
    const refused = all.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(20 - 12);
    expect(refused[0]).toMatchObject({ reason: { kind: 'busy', retryAfterMs: 5000 } });
    expect(await hash('correct horse')).toMatch(/^scrypt:/);
  });

  it('of which the turn is refused is not made, and holds no place', async () => {
    const { hash } = scryptHasher(CHEAP);
    const turn = { key: 'a', isTrusted: false };
    const onTurn = () => {
      throw new Error('no');
    };
    for (let tried = 0; tried < 5; tried++) {
      await expect(hash('x', undefined, { turn, onTurn })).rejects.toThrow('no');
    }
    expect(await hash('x', undefined, { turn })).toMatch(/^scrypt:/);
  });

  it('costs by default what OWASP advises', async () => {
    expect(OWASP_COST).toEqual({ log2N: 17, r: 8, p: 1 });
    expect(await scryptHasher().hash('correct horse')).toMatch(/^scrypt:17:8:1:/);
  });
});

describe('checkPassword', () => {
  it.each(['correct horse battery', 'ÄÖÜäöü ßéèêëñ', 'zwölf🔑🔑🔑🔑 Zeichen', 'xxxabcdefghi'])(
    'takes %s',
    (password) => {
      expect(() => checkPassword(password, 'ada@example.com')).not.toThrow();
    },
  );

  it.each([
    'elevenchars',
    '🔑🔑🔑🔑🔑🔑🔑🔑',
    'aaaaaaaaaaaa',
    'abababababab',
    '123123123123',
    'password1234',
    'Passwort!2026',
    'qwertzuiop123',
    'passwordpassword',
    'ada@example.com1',
    'x'.repeat(200),
  ])('refuses %s', (password) => {
    expect(() => checkPassword(password, 'ada@example.com')).toThrow();
  });
});
