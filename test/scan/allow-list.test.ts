import { describe, expect, it } from 'vitest';
import { readAllowList } from '../../src/scan/allow-list.ts';
import { globToPattern } from '../../src/scan/path-glob.ts';
import { real } from '../support/real-looking.ts';

const DOMAIN = 'firma-muster.de';

describe('.mailvet-allow', () => {
  const list = readAllowList(
    '.mailvet-allow',
    [
      '# Who may be named',
      '',
      `${real('Ann', DOMAIN)}   # wrote the licence`,
      `@muster.${DOMAIN} # names of tests`,
      `*@*.cloud.${DOMAIN} # accounts`,
      `<role>@${DOMAIN} # the project's own\r`,
      'AUTHORS # who wrote it',
      '/docs/**/*.svg # pictures',
    ].join('\n'),
  );

  it.for([
    [real('ann', DOMAIN), true],
    [real('ANN', DOMAIN.toUpperCase()), true],
    [real('ben', DOMAIN), false],
    [real('x', `muster.${DOMAIN}`), true],
    [real('x', `a.muster.${DOMAIN}`), false],
    [real('x', `a.cloud.${DOMAIN}`), true],
    [real('security', DOMAIN), true],
    [real('security', `mail.${DOMAIN}`), false],
  ] as const)('has %s: %s', ([address, allowed]) => {
    expect(list.hasAddress(address)).toBe(allowed);
  });

  it.for([
    ['AUTHORS', true],
    ['a/AUTHORS', true],
    ['a/AUTHORS.md', false],
    ['docs/a/b.svg', true],
    ['docs/b.svg', true],
    ['x/docs/b.svg', false],
  ] as const)('has the path %s: %s', ([path, allowed]) => {
    expect(list.hasPath(path)).toBe(allowed);
  });

  it.for(['AUTHORS', 'AUTHORS #', `${real('ann', DOMAIN)}\t# `])(
    'refuses an entry without a reason: %s',
    (line) => {
      expect(() => readAllowList('a/.mailvet-allow', `# x\n${line}`)).toThrow(
        /^a\/\.mailvet-allow:2: \S+ has no reason$/,
      );
    },
  );

  it('refuses several entries on a line', () => {
    expect(() => readAllowList('x', 'a b # both')).toThrow("x:1: 'a b' is no address");
  });
});

it.for([
  ['test/', 'test/a/b.txt', true],
  ['/test/', 'a/test/b.txt', false],
  ['a/*/c', 'a/b/c', true],
  ['a/*/c', 'a/b/b/c', false],
  ['a/**/c', 'a/c', true],
  ['a?.txt', 'ab.txt', true],
  ['a(b).txt', 'a(b).txt', true],
] as const)('the pattern %s of %s: %s', ([glob, path, matches]) => {
  expect(globToPattern(glob).test(path)).toBe(matches);
});
