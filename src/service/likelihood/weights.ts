import type { Weights } from './features.ts';

/** Written by npm run train:likelihood. */
export const WEIGHTS: Weights = {
  name: {
    one: 0.366,
    gateway: 0.677,
    domain: 0.387,
    fit: 1.18,
    usual: -0.822,
    strange: -8.459,
    age: -0.254,
  },
  role: {
    one: 0.454,
    gateway: 0.089,
    domain: 0.092,
    fit: 0.54,
    usual: -0.74,
    strange: 0.02,
    age: -0.235,
  },
  digits: {
    one: -3.597,
    gateway: -0.121,
    domain: 0.061,
    fit: 0.011,
    usual: 0.188,
    strange: -0.131,
    age: -0.276,
  },
  random: {
    one: -4.903,
    gateway: -0.518,
    domain: -0.099,
    fit: -0.171,
    usual: -0.011,
    strange: -0.639,
    age: -0.323,
  },
};
