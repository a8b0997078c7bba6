import type { Weights } from './features.ts';

/** Written by npm run train:likelihood. */
export const WEIGHTS: Weights = {
  name: {
    one: -0.368,
    gateway: 0.678,
    domain: 0.442,
    fit: 0.674,
    usual: 1.581,
    strange: -2.059,
    age: -0.135,
  },
  role: {
    one: 0.306,
    gateway: 0.216,
    domain: 0.198,
    fit: 1.277,
    usual: -1.575,
    strange: 0.276,
    age: -0.215,
  },
  digits: {
    one: -1.605,
    gateway: 0.51,
    domain: 0.357,
    fit: 0.45,
    usual: 3.137,
    strange: -0.006,
    age: -0.132,
  },
  random: {
    one: -3.974,
    gateway: 0.095,
    domain: -1.001,
    fit: 0.79,
    usual: -0.166,
    strange: 0.762,
    age: -0.041,
  },
};
