import { MailvetError } from '../errors.ts';
import { type Invocation, mayAsk } from './invocation.ts';
import { confirm } from './io/prompt.ts';

interface Confirmation {
  readonly question: string;
  /** `--yes`: nothing is asked. */
  readonly yes: boolean;
  /** What a no comes to, such as `Nothing was sent`. */
  readonly refusal: string;
}

/** Up to so many addresses are sent without a confirmation. */
export const UNASKED = 10_000;

/** Asks where somebody can be asked, and throws `usage` after a no. Elsewhere it goes on. */
export async function requireYes(
  invocation: Invocation,
  { question, yes, refusal }: Confirmation,
): Promise<void> {
  if (yes || !mayAsk(invocation)) return;
  if (await confirm(invocation, question)) return;
  throw new MailvetError('usage', refusal, { hint: 'Add --yes to skip the question' });
}
