import type { Answer } from 'dns-packet';

type Change = { readonly ttl?: number; readonly class?: 'IN' | 'CH' };

export const mx = (name: string, exchange: string, change: Change = {}): Answer => ({
  type: 'MX',
  name,
  ttl: 900,
  data: { preference: 10, exchange },
  ...change,
});

export const a = (name: string, data = '192.0.2.1', change: Change = {}): Answer => ({
  type: 'A',
  name,
  ttl: 900,
  data,
  ...change,
});

export const cname = (name: string, data: string, ttl = 900): Answer => ({
  type: 'CNAME',
  name,
  ttl,
  data,
});

export const ns = (name: string): Answer => ({ type: 'NS', name, ttl: 900, data: `ns.${name}` });

export const soa = (name: string, ttl: number, minimum: number): Answer => ({
  type: 'SOA',
  name,
  ttl,
  data: { mname: `ns.${name}`, rname: `host.${name}`, minimum },
});
