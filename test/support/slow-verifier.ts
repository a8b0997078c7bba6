import { systemClock } from '../../src/lib/clock.ts';
import type { Verifier } from '../../src/verifier/verifier.ts';
import { fakeVerifier, findingOf } from './fake-verifier.ts';

/** Knows every address, one after the other, and takes `pause` ms for each. */
export function slowVerifier(pause: number): Verifier {
  const verify: Verifier['verify'] = async (email, options) => {
    await systemClock.sleep(pause, options?.signal);
    return findingOf(email);
  };
  return {
    ...fakeVerifier(),
    verify,
    async verifyAll(emails, report, options) {
      for (const [index, email] of emails.entries()) report(index, await verify(email, options));
    },
  };
}
