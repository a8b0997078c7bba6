import type { Verification } from '../../contract/decode.ts';
import { judge, type Reason, type Verdict } from '../../contract/verdict.ts';

/** What is known of one address, before it is judged. */
export interface Known {
  /** As the user gave it. */
  readonly email: string;
  readonly verification?: Verification | undefined;
  readonly error?: string | undefined;
  /** A likely typo put right; never verified. */
  readonly suggestion?: string | undefined;
}

/** One result as it goes out in every format: the interface's fields, and what we make of them. */
export interface ResultRecord {
  readonly email: string;
  readonly valid: boolean | null;
  readonly deliverable: boolean | null;
  readonly acceptAll: boolean | null;
  readonly role: boolean | null;
  readonly temporary: boolean | null;
  readonly mx: boolean | null;
  readonly smtp: boolean | null;
  readonly score: number | null;
  readonly verdict: Verdict;
  readonly reason: Reason;
  readonly error: string | null;
  readonly suggestion?: string;
}

/** A field that is not known is null: never false. */
export function recordOf(known: Known, riskyRole: boolean): ResultRecord {
  const { email, verification: found = {}, error, suggestion } = known;
  const { verdict, reason } = judge({ result: known.verification, error }, { riskyRole });
  return {
    email: found.email ?? email,
    valid: found.valid ?? null,
    deliverable: found.deliverable ?? null,
    acceptAll: found.acceptAll ?? null,
    role: found.role ?? null,
    temporary: found.temporary ?? null,
    mx: found.mx ?? null,
    smtp: found.smtp ?? null,
    score: found.score ?? null,
    verdict,
    reason,
    error: error ?? null,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

/** The result of what can't be an address: known without asking anybody. */
export function syntaxFailure(email: string): Verification {
  return {
    email,
    valid: false,
    deliverable: false,
    acceptAll: false,
    role: false,
    temporary: false,
    mx: false,
    smtp: false,
    score: 0,
  };
}
