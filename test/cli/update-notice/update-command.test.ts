import { describe, expect, it } from 'vitest';
import { isNewer, isRelease } from '../../../src/cli/update-notice/release.ts';
import { updateOf } from '../../../src/cli/update-notice/update-notice.ts';

const latest = 'http://127.0.0.1/';

describe('How a program is updated', () => {
  it.each([
    ['/usr/local/lib/node_modules/mailvet/bin/mailvet.js', 'npm install -g mailvet@latest'],
    ['C:\\Users\\a\\npm\\node_modules\\mailvet\\bin\\mailvet.js', 'npm install -g mailvet@latest'],
    ['/home/a/shop/node_modules/mailvet/bin/mailvet.js', 'npm install mailvet@latest'],
    ['/home/a/.npm/_npx/1f/node_modules/mailvet/bin/mailvet.js', undefined],
    [
      '/home/a/shop/node_modules/.pnpm/mailvet@1.0.0/node_modules/mailvet/bin/mailvet.js',
      undefined,
    ],
    ['/home/a/mailvet/bin/mailvet.js', undefined],
  ])('is known of a package by its folder: %s', (path, command) => {
    expect(updateOf({ path, isExecutable: false, latest }, '9.1.0').command).toBe(command);
  });

  it.each([
    ['/usr/bin/mailvet', { command: 'apt install ./mailvet_9.1.0_*.deb' }],
    ['/opt/homebrew/Cellar/mailvet/1.0.0/bin/mailvet', { command: 'brew upgrade mailvet' }],
    ['C:\\Users\\a\\scoop\\apps\\mailvet\\1.0.0\\mailvet.exe', { command: 'scoop update mailvet' }],
    ['/home/a/.local/bin/mailvet', { file: '/home/a/.local/bin/mailvet' }],
  ])('is known of an executable by its path: %s', (path, update) => {
    expect(updateOf({ path, isExecutable: true, latest }, '9.1.0')).toEqual(update);
  });
});

describe('A release', () => {
  it.each([
    ['1.10.0', '1.9.9', true],
    ['2.0.0', '1.9.9', true],
    ['1.0.1', '1.0.0', true],
    ['1.0.0', '1.0.0-rc.1', true],
    ['1.0.0', '1.0.0', false],
    ['1.0.0', '1.0.1-rc.1', false],
    ['1.9.9', '2.0.0', false],
    ['1.0.1', '1.0.0+4f2a91c.modified', true],
    ['1.0.0', 'unknown', false],
  ])('%s after %s: %s', (release, version, expected) => {
    expect(isNewer(release, version)).toBe(expected);
  });

  it.each(['1.0.0-rc.1', '1.0', '1.0.0+1', ' 1.0.0', '1.0.0\u001b[2J', '1.0.0;rm', 1, null])(
    'is not %j',
    (text) => expect(isRelease(text)).toBe(false),
  );
});
