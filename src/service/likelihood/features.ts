import { type Counts, type DomainOutcomes, sumOf, weighed } from './evidence-counts.ts';

/** What the likelihood is a weighed sum of. */
export const FEATURES = ['one', 'gateway', 'domain', 'fit', 'usual', 'strange', 'age'] as const;
type Feature = (typeof FEATURES)[number];
/** A number for each feature. */
export type FeatureValues = Readonly<Record<Feature, number>>;

/** Kinds of local parts, whose features weigh differently: what is known of names says little of a random string. */
export const KINDS = ['name', 'role', 'digits', 'random'] as const;
type Kind = (typeof KINDS)[number];
/** The weights of each kind. */
export type Weights = Readonly<Record<Kind, FeatureValues>>;

export function kindOf(form: string): Kind {
  return KINDS.find((kind) => kind === form) ?? 'name';
}

/** The share of mailboxes that exist where nothing is known, and how many addresses outweigh it. */
const BASE_SHARE = 0.7;
const BASE_WEIGHT = 4;
/** How many addresses of a domain outweigh what is known of its gateway. */
const GATEWAY_WEIGHT = 12;
/** Delivered addresses from which on the forms of a domain are known by half. */
const KNOWN_FORMS = 4;
/** How many addresses of a form outweigh what is known of its domain. */
const DOMAIN_WEIGHT = 4;

/** What speaks for an address and against it. */
export function featuresOf(
  form: string,
  { forms, gateway }: DomainOutcomes,
  now: number,
): FeatureValues {
  const domain = sumOf(forms.map((one) => weighed(one, now)));
  const same = sumOf(forms.filter((one) => one.form === form).map((one) => weighed(one, now)));
  const prior = shareOf(gateway, BASE_SHARE, BASE_WEIGHT);
  const gatewayLogit = logit(prior);
  const domainShare = shareOf(domain, prior, GATEWAY_WEIGHT);
  const domainLogit = logit(domainShare);
  const known = domain.delivered / (domain.delivered + KNOWN_FORMS);
  const share = domain.delivered === 0 ? 0 : same.delivered / domain.delivered;
  return {
    one: 1,
    gateway: gatewayLogit,
    domain: domainLogit - gatewayLogit,
    fit: logit(shareOf(same, domainShare, DOMAIN_WEIGHT)) - domainLogit,
    usual: known * share,
    strange: share === 0 ? known : 0,
    age: ageOf(forms, now),
  };
}

function shareOf({ delivered, bounced }: Counts, prior: number, weight: number): number {
  return (delivered + prior * weight) / (delivered + bounced + weight);
}

function logit(share: number): number {
  return Math.log(share / (1 - share));
}

const YEAR_MS = 365 * 24 * 60 * 60_000;

/** Years since the newest outcome of the domain. */
function ageOf(forms: DomainOutcomes['forms'], now: number): number {
  if (forms.length === 0) return 0;
  return Math.max(0, now - Math.max(...forms.map(({ newest }) => newest))) / YEAR_MS;
}
