import { describe, expect, it } from 'vitest';
import { isDisposable, isDisposableMx } from '../../src/address/disposable.ts';

describe('isDisposable', () => {
  it.each([
    'mailinator.com',
    'MAILINATOR.com',
    'inbox.mailinator.com',
    'yopmail.com',
    'trashmail.com',
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
    'company.com.ar',
    'example.org',
    'com',
    'disposable.sandbox.test',
  ])('lets %s pass', (domain) => expect(isDisposable(domain)).toBe(false));
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
