import type { World } from './worlds.ts';

const MANY = { name: 'many hosts', share: 1, rate: 40 };
/** Many small hosts, and a few providers with most of the addresses and low limits. */
const DOMINANT = [
  { name: 'gmail', share: 0.45, rate: 6 },
  { name: 'microsoft', share: 0.2, rate: 5 },
  { name: 'yahoo', share: 0.1, rate: 2 },
  { name: 'many hosts', share: 0.25, rate: 60 },
];

/** Each with an equal part of a list, which the quickest does in 3 s and the slowest in 35 s. */
const TENS = Array.from({ length: 40 }, (_, at) => ({
  name: `host ${at}`,
  share: 1 / 40,
  rate: 75 / (3 * (35 / 3) ** (at / 39)),
}));

export const WORLDS: Readonly<Record<string, World>> = {
  'uniform hosts': { size: 20_000, kinds: [MANY] },
  'uniform hosts, in batches': {
    size: 20_000,
    batches: { size: 1000, open: 5 },
    kinds: [MANY],
  },
  'a short list': { size: 800, kinds: [MANY] },
  'dominant providers': { size: 4000, kinds: DOMINANT },
  'dominant providers, in batches': {
    size: 20_000,
    batches: { size: 1000, open: 5 },
    kinds: DOMINANT,
  },
  'tens of hosts, 40 s': { size: 3000, burst: 2, kinds: TENS },
  'tens of hosts that greylist': {
    size: 3000,
    burst: 2,
    kinds: TENS.map((kind, at) => ({ ...kind, greylisted: at % 10 === 0 ? 1 : 0 })),
  },
  'real shares, 40 s': {
    size: 1500,
    burst: 2,
    kinds: [
      { name: 'google', share: 0.33, rate: 14 },
      { name: 'microsoft', share: 0.17, rate: 9 },
      { name: 'many hosts', share: 0.5, rate: 200 },
    ],
  },
  'one provider, 40 s': {
    size: 1000,
    burst: 2,
    kinds: [{ name: 'google', share: 1, rate: 25 }],
  },
  'a greylisted tail': {
    size: 4000,
    kinds: [
      { name: 'many hosts', share: 0.9, rate: 25 },
      { name: 'greylisting', share: 0.1, rate: 5, greylisted: 1 },
    ],
  },
  'greylisting, in batches': {
    size: 20_000,
    batches: { size: 1000, open: 5 },
    kinds: [
      { name: 'many hosts', share: 0.9, rate: 40 },
      { name: 'greylisting', share: 0.1, rate: 10, greylisted: 0.8 },
    ],
  },
  'half in the cache': {
    size: 20_000,
    cached: 0.5,
    batches: { size: 1000, open: 5 },
    kinds: [MANY],
  },
  'a cached start': { size: 5000, cached: 0.4, kinds: [{ ...MANY, rate: 10 }] },
  'a provider that pauses': {
    size: 6000,
    kinds: [
      { name: 'pausing', share: 0.5, rate: 20, pauses: [40, 30] },
      { name: 'many hosts', share: 0.5, rate: 20 },
    ],
  },
  'a provider that rests': {
    judgedFrom: 60,
    size: 3000,
    kinds: [
      { name: 'resting', share: 0.3, rate: 10, pauses: [60, 900] },
      { name: 'many hosts', share: 0.7, rate: 20 },
    ],
  },
  'the last slow hosts': {
    size: 6000,
    kinds: [
      { name: 'many hosts', share: 0.99, rate: 40 },
      { name: 'slow hosts', share: 0.01, rate: 0.3 },
    ],
  },
  'results in bursts': { size: 20_000, burst: 25, kinds: [MANY] },
  'dominant providers, in bursts': { size: 20_000, burst: 20, kinds: DOMINANT },
};
