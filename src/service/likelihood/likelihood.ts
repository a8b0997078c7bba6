import { wilson } from '../../lib/wilson.ts';
import { type DomainOutcomes, sumOf, total, weighed } from './evidence-counts.ts';
import { FEATURES, type FeatureValues, featuresOf, kindOf } from './features.ts';
import { WEIGHTS } from './weights.ts';

/** How likely a mailbox exists at a host that accepts every name. */
export interface Likelihood {
  /** 0 to 1, to two places. */
  readonly value: number;
  /** Its 95 % interval: the wider, the fewer outcomes it rests on. */
  readonly low: number;
  readonly high: number;
}

/** Evidence of a gateway counts by half for a domain, and never as more addresses than this. */
const GATEWAY_SHARE = 0.5;
const MOST_OF_GATEWAY = 5;

/** Nothing is certain. */
const LEAST = 0.01;

/** Undefined where no outcome is known, neither of the domain nor of its gateway. */
export function likelihoodOf(
  form: string,
  outcomes: DomainOutcomes,
  now: number,
): Likelihood | undefined {
  const count = evidenceOf(outcomes, now);
  if (count === 0) return undefined;
  const share = likelihoodBy(WEIGHTS[kindOf(form)], featuresOf(form, outcomes, now));
  const { low, high } = wilson(share * count, count);
  const value = Math.min(1 - LEAST, Math.max(LEAST, rounded(share)));
  return {
    value,
    low: Math.min(value, rounded(low)),
    high: Math.max(value, rounded(high)),
  };
}

function likelihoodBy(weights: FeatureValues, features: FeatureValues): number {
  const sum = FEATURES.reduce((total, name) => total + weights[name] * features[name], 0);
  return 1 / (1 + Math.exp(-sum));
}

/** As of so many addresses. */
function evidenceOf({ forms, gateway }: DomainOutcomes, now: number): number {
  const domain = total(sumOf(forms.map((one) => weighed(one, now))));
  return domain + Math.min(MOST_OF_GATEWAY, GATEWAY_SHARE * total(gateway));
}

function rounded(share: number): number {
  return Math.round(share * 100) / 100;
}
