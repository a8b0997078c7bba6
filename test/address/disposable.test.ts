import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  DISPOSABLE_LISTS,
  findDisposableList,
  isDisposable,
  isDisposableMx,
} from '../../src/address/disposable.ts';
import { readBroadList, readCuratedList } from '../../src/address/disposable-lists.ts';
import { withParents } from '../../src/address/domain.ts';

describe('isDisposable', () => {
  it.each([
    'mailinator.com',
    'MAILINATOR.com',
    'inbox.mailinator.com',
    'yopmail.com',
    'trashmail.com',
    // Of the broad list alone: their names say so.
    'mail-temp.com',
    'temporary-email.com',
    'fakemail.win',
    'kk.throwaway.v6.rocks',
  ])('knows %s', (domain) => expect(isDisposable(domain)).toBe(true));

  it.each([
    'gmail.com',
    'gmx.com',
    'duck.com',
    'mozmail.com',
    'simplelogin.com',
    'anna.anonaddy.com',
    'privaterelay.appleid.com',
    'fastmail.com',
    'cdc.com',
    'company.pp.ua',
    // The broad list alone has these: paid mail, companies, a hospital, providers.
    ...['hush.com', 'feedspot.com', 'mail2world.com', 'sibmail.com', 'parashospital.com'],
    ...['mail.feedspot.com', 'anonymize.com', 'xmail.com', 'vendorbrands.com', 'burnermail.io'],
    'company.com.ar',
    'example.org',
    'com',
    'disposable.sandbox.test',
  ])('lets %s pass', (domain) => expect(isDisposable(domain)).toBe(false));
});

it('counts a name of the broad list only where another sign agrees', () => {
  const curated = readCuratedList();
  const isKnown = (name: string) => withParents(name).some((each) => curated.has(each));
  const only = [...readBroadList()].filter((name) => !isKnown(name));
  const counted = only.filter((name) => isDisposable(name));
  expect(only.length).toBeGreaterThan(40_000);
  expect(counted.length).toBeGreaterThan(100);
  expect(counted.length).toBeLessThan(only.length / 50);
});

describe('isDisposableMx', () => {
  it('knows a new domain by the hosts behind it', () => {
    expect(isDisposableMx('mail2.mailinator.com')).toBe(true);
    expect(isDisposableMx('in.mail.tm')).toBe(true);
  });

  it.each(['gmail-smtp-in.l.google.com', 'mx1.improvmx.com', 'mx.example.org', ''])(
    'lets %j pass',
    (host) => expect(isDisposableMx(host)).toBe(false),
  );
});

describe('findDisposableList', () => {
  it.each([
    ['mailinator.com', undefined, 'disposable-email-domains'],
    ['sub.mailinator.com', undefined, 'disposable-email-domains'],
    ['company.example', 'mx.mailinator.com', 'disposable-email-domains'],
    ['gmail.com', undefined, undefined],
    ['company.example', 'mx.company.example', undefined],
  ])('of %s at %s begins with %s', (domain, host, name) => {
    const found = findDisposableList(domain, host)?.name;
    expect(found?.split(' ')[0]).toBe(name);
  });

  it('finds one for every domain that is disposable', () => {
    for (const domain of ['mailinator.com', 'yopmail.com', 'guerrillamail.com', '10minutemail.com'])
      expect(findDisposableList(domain)).toMatchObject({ date: expect.stringMatching(/^\d{4}-/) });
  });

  it('names the versions that are installed', () => {
    const versionOf = (name: string): string =>
      JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
    expect(DISPOSABLE_LISTS.map(({ name }) => name)).toEqual([
      `disposable-email-domains ${versionOf('disposable-email-domains-js')}`,
      `mailchecker ${versionOf('mailchecker')}`,
      'mailvet',
    ]);
  });
});
