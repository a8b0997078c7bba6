import { describe, expect, it } from 'vitest';
import { isRole } from '../../src/address/role.ts';

describe('isRole', () => {
  it.each([
    'info',
    'INFO',
    'sales',
    'support+eu',
    'support2',
    'sales-24',
    'no-reply',
    'no.reply',
    'noreply',
    'customer.service',
    'kontakt',
    'vertrieb',
    'ventas',
    'comptabilite',
    'vendite',
    'verkoop',
    'biuro',
    'postmaster',
    'abuse',
    'hr',
    'it',
    'jobs',
    'news-request',
    'owner-staff',
    '"info"',
  ])('finds a role in %s', (localPart) => {
    expect(isRole(localPart)).toBe(true);
  });

  it.each([
    'ann',
    'ann.lee',
    'informant',
    'h.r',
    'i.t',
    'salesman',
    'mario',
    '2015',
    '+info',
    'anna+info',
    'sandbox',
    'constructor',
    '',
  ])('finds a person in %j', (localPart) => {
    expect(isRole(localPart)).toBe(false);
  });
});
