import { parseAddress } from '../../address/parse.ts';
import type { LearnOutcomesRequest } from '../../contract/schemas.ts';
import { isoOrNull } from '../../lib/iso-time.ts';
import type { ServiceContext } from '../ports.ts';
import { ServiceError } from '../service-error.ts';
import { type Learned, type LearnedOutcome, learnOutcomes } from './learn-outcomes.ts';

type GivenOutcome = LearnOutcomesRequest['outcomes'][number];

/** Milliseconds: the clock of a client may be a little ahead. */
const CLOCK_MS = 5000;

/** Stores outcomes of a request: all of them, or with an invalid one none. */
export async function learnGivenOutcomes(
  context: Pick<ServiceContext, 'store' | 'clock' | 'teamStorage'>,
  teamId: string,
  given: readonly GivenOutcome[],
): Promise<Learned> {
  const now = context.clock.now();
  const outcomes = given.map((one, index) => toOutcome(one, { index, now }));
  return await learnOutcomes(context, teamId, outcomes);
}

function toOutcome(
  { email, outcome, ...given }: GivenOutcome,
  { index, now }: { readonly index: number; readonly now: number },
): LearnedOutcome {
  const parsed = parseAddress(email.trim());
  if (!parsed.ok) throw invalid(index, `email is no address: it ${parsed.problem.english}`);
  const at = given.at ? Date.parse(given.at) : null;
  if (at !== null && at > now + CLOCK_MS) throw invalid(index, 'at is in the future');
  return {
    email: parsed.address.address,
    outcome,
    code: given.code ?? null,
    status: given.status ?? null,
    host: given.host ?? null,
    reply: given.reply ?? null,
    at: isoOrNull(at),
    source: given.source ?? null,
    hint: given.hint,
  };
}

function invalid(index: number, problem: string): ServiceError {
  return new ServiceError('outcome_invalid', `outcomes[${index}].${problem}`);
}
