import type { StoredDetail } from '../../contract/detail.ts';
import { providerId } from '../../policy/policy.ts';
import type { Answer } from '../records.ts';
import { parseStored } from '../verifications/detail.ts';
import {
  type DomainOutcomes,
  gatewayKey,
  type KnownOutcomes,
  sumOf,
  total,
} from './evidence-counts.ts';
import { evidenceWords } from './evidence-words.ts';
import { likelihoodOf } from './likelihood.ts';
import { formOf } from './local-part-form.ts';

/** Fine reasons of hosts that can't say whether there is a mailbox. */
const UNSAID: ReadonlySet<string> = new Set([
  'accept_all',
  'accepts_all_until_data',
  'unproven',
  'opted_out',
]);

/** Adds to the detail how likely the mailbox exists, where its host can't say, and what that rests on. */
export function addLikelihood(answer: Answer, { cacheKey, known, now }: AddedTo): Answer {
  const detail = answer.detail === undefined ? null : parseStored(answer.detail);
  if (!detail || !UNSAID.has(detail.reason)) return answer;
  const at = cacheKey.lastIndexOf('@');
  const form = formOf(cacheKey.slice(0, at));
  const forms = known.forms.get(cacheKey.slice(at + 1)) ?? [];
  const outcomes = { forms, ...gatewayOutcomes(detail, known), behind: detail.behind };
  const found = likelihoodOf(form, outcomes, now);
  const { cached, ...others } = detail;
  const likelihoodBasis = {
    low: found?.low ?? null,
    high: found?.high ?? null,
    evidence: evidenceWords(form, outcomes, now),
  };
  const weighed: StoredDetail = {
    ...others,
    likelihood: found?.value ?? null,
    likelihoodBasis,
    ...(cached && { cached }),
  };
  return { ...answer, detail: JSON.stringify(weighed) };
}

/** Outcomes of domains with the same gateway and host behind it that say more than those of the gateway. */
const PAIR_LEAST = 10;

function gatewayOutcomes(
  detail: StoredDetail,
  { providers }: KnownOutcomes,
): Pick<DomainOutcomes, 'gateway' | 'isPair'> {
  const key = gatewayKey(detail) ?? '';
  const id = providerId(key) ?? '';
  const known = (name: string) => providers.get(name) ?? sumOf([]);
  const isPair = key !== id && total(known(key)) >= PAIR_LEAST;
  return { gateway: known(isPair ? key : id), isPair };
}

interface AddedTo {
  readonly cacheKey: string;
  readonly known: KnownOutcomes;
  readonly now: number;
}

/** As the cache has to give it: teams share it, and what one learned says nothing to another. */
export function withoutLikelihood(answer: Answer): Answer {
  if (!answer.detail?.includes('"likelihoodBasis":')) return answer;
  const {
    likelihood: _,
    likelihoodBasis: __,
    ...detail
  } = JSON.parse(answer.detail) as StoredDetail;
  return { ...answer, detail: JSON.stringify(detail) };
}
