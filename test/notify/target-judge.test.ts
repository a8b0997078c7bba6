import { describe, expect, it } from 'vitest';
import { createTargetJudge } from '../../src/notify/target-judge.ts';
import { hintSaying } from '../support/hint-saying.ts';

const judge = (url: string, ...allowed: string[]) => createTargetJudge(allowed)(new URL(url))?.text;

describe('a target that a URL itself shows to be private or special', () => {
  it.each([
    'https://127.0.0.1/',
    'https://10.1.2.3:8443/hook',
    'https://192.168.0.1/',
    'https://172.16.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://0/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://127.1/',
    'https://%31%32%37.0.0.1/',
    'https://１２７.０.０.１/',
    'https://127.0.0.1./',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[2002:7f00:1::]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[ff02::1]/',
    'https://localhost/',
    'https://LocalHost./',
    'https://hooks.localhost/',
  ])('%s is refused', (url) => {
    expect(judge(url)).toEqual(
      hintSaying(/^\S+ is not on the public internet: use a public address, or /),
    );
    expect(judge(url.replace('https:', 'http:'))).toEqual(
      hintSaying('is not on the public internet'),
    );
  });

  it.each([
    ['https://10.1.2.3/', '10.0.0.0/8'],
    ['http://10.1.2.3/', '10.0.0.0/8'],
    ['http://[::ffff:10.1.2.3]/', '10.0.0.0/8'],
    ['http://2130706433/', '127.0.0.0/8'],
    ['http://localhost:3000/', '127.0.0.0/8'],
    ['https://hooks.localhost/', '::1/128'],
  ])('%s is taken where %s is open', (url, network) => {
    expect(judge(url, network)).toBeUndefined();
    expect(judge(url, '192.0.2.0/24')).toBeDefined();
  });
});

it.each(['https://8.8.8.8/', 'https://[2606:4700::1111]/', 'https://hooks.example.com/'])(
  '%s is taken',
  (url) => expect(judge(url)).toBeUndefined(),
);

it('a name is a target of plain http only where a network is open that it may lead to', () => {
  expect(judge('http://inside.example.com/', '10.0.0.0/8')).toBeUndefined();
  expect(judge('http://inside.example.com/')).toEqual(hintSaying(/^http is sent to networks/));
});

it('a public address is no target of plain http', () => {
  expect(judge('http://8.8.8.8/')).toEqual(
    hintSaying(/^http is sent to networks that .* use https$/),
  );
});
