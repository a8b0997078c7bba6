import type { StoredDetail } from '../../contract/detail.ts';
import { providerId } from '../../policy/policy.ts';
import type { Answer } from '../records.ts';
import { parseStored } from '../verifications/detail.ts';
import {
  type Counts,
  type DomainOutcomes,
  gatewayKey,
  type KnownOutcomes,
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
const NOTHING: Counts = { delivered: 0, bounced: 0 };

/** Adds to the detail how likely the mailbox exists, where its host can't say, and what that rests on. */
export function addLikelihood(answer: Answer, { cacheKey, known, now }: AddedTo): Answer {
  const detail = answer.detail === undefined ? null : parseStored(answer.detail);
  if (!detail || !UNSAID.has(detail.reason)) return answer;
  const at = cacheKey.lastIndexOf('@');
  const form = formOf(cacheKey.slice(0, at));
  const forms = known.forms.get(cacheKey.slice(at + 1)) ?? [];
  const outcomes = { forms, ...gatewayOutcomes(detail, known), behind: detail.behind };
  return { ...answer, detail: withLikelihood(detail, { form, outcomes, now }) };
}

/** Outcomes of domains with the same gateway and host behind it that say more than those of the gateway. */
const PAIR_LEAST = 10;

function gatewayOutcomes(
  detail: StoredDetail,
  { providers }: KnownOutcomes,
): Pick<DomainOutcomes, 'gateway' | 'isPair'> {
  const key = gatewayKey(detail) ?? '';
  const id = providerId(key) ?? '';
  const pair = key === id ? NOTHING : (providers.get(key) ?? NOTHING);
  const isPair = pair.delivered + pair.bounced >= PAIR_LEAST;
  return { gateway: isPair ? pair : (providers.get(id) ?? NOTHING), isPair };
}

interface AddedTo {
  readonly cacheKey: string;
  readonly known: KnownOutcomes;
  readonly now: number;
}

interface Judged {
  readonly form: string;
  readonly outcomes: DomainOutcomes;
  readonly now: number;
}

function withLikelihood(
  { cached, ...detail }: StoredDetail,
  { form, outcomes, now }: Judged,
): string {
  const found = likelihoodOf(form, outcomes, now);
  return JSON.stringify({
    ...detail,
    likelihood: found?.value ?? null,
    likelihoodBasis: {
      low: found?.low ?? null,
      high: found?.high ?? null,
      evidence: evidenceWords(form, outcomes, now),
    },
    ...(cached && { cached }),
  } satisfies StoredDetail);
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
