import { describe, expect, it } from 'vitest';
import { isSandboxAddress } from '../../src/address/sandbox-domain.ts';

describe('an address of the sandbox', () => {
  it.each([
    'a@sandbox.test',
    'a@full.sandbox.test',
    'A@SANDBOX.TEST',
    'a@Sandbox.Test',
    'a@sandbox．test',
    'a@sandbox.tesｔ',
    'a@sandbox.ＴＥＳＴ',
    'a@ｓａｎｄｂｏｘ.test',
    'a@ⓢandbox.tes\u{1d42d}',
    'a@sandbox.te\u00adst',
    'a@sandbox.test\u00ad',
  ])('is %s', (email) => {
    expect(isSandboxAddress(email)).toBe(true);
  });
});

describe('another address', () => {
  it.each([
    '',
    'a@',
    'sandbox.tes',
    'a@x.com',
    'a@sandbox.com',
    'a@sandbox.test.com',
    'a@notsandbox.test',
    'a@x.test',
    'a@sandbox.test.',
    'a@sandbox.test ',
    'a@sandbox.tesst',
  ])('is “%s”', (email) => {
    expect(isSandboxAddress(email)).toBe(false);
  });
});
