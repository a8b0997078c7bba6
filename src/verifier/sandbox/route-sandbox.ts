import { isSandboxAddress } from '../../address/sandbox-domain.ts';
import type { Engine } from '../engine/engine.ts';
import type { DeferOptions, Verifier } from '../verifier.ts';

/** Whether the sandbox answers for an address. */
export function isSimulated(email: string): boolean {
  return isSandboxAddress(email);
}

/** Hands the addresses of `sandbox.test` to the sandbox, the others to the real verifier. */
export function routeSandbox(
  sandbox: Engine,
  real: Engine,
): Pick<Verifier, 'verify' | 'verifyAll' | 'routes' | 'backlog' | 'close'> {
  return {
    verify: (email, options) => (isSandboxAddress(email) ? sandbox : real).verify(email, options),
    async verifyAll(emails, report, options) {
      if (!emails.some(isSandboxAddress)) return real.verifyAll(emails, report, options);
      const inside: number[] = [];
      const outside: number[] = [];
      for (const [index, email] of emails.entries())
        (isSandboxAddress(email) ? inside : outside).push(index);
      const part = (engine: Engine, chosen: readonly number[]) =>
        engine.verifyAll(
          chosen.map((index) => emails[index] ?? ''),
          (place, finding) => report(chosen[place] ?? place, finding),
          options && {
            ...options,
            ...(options.defer && { defer: ofChosen(options.defer, chosen) }),
          },
        );
      const ends = await Promise.allSettled([part(sandbox, inside), part(real, outside)]);
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    },
    async routes(emails, within) {
      const outside = emails.filter((email) => !isSandboxAddress(email));
      const routes = await real.routes(outside, within);
      let next = 0;
      return emails.map((email) =>
        isSandboxAddress(email) ? { kind: 'none' } : (routes[next++] ?? { kind: 'unknown' }),
      );
    },
    backlog: (batches) => [...real.backlog(batches), ...sandbox.backlog(batches)],
    async close() {
      await Promise.all([sandbox.close(), real.close()]);
    },
  };
}

/** The same for a list that holds the chosen places of the whole one. */
function ofChosen(defer: DeferOptions, chosen: readonly number[]): DeferOptions {
  const whole = (place: number) => chosen[place] ?? place;
  return {
    after: defer.after,
    tries: (place) => defer.tries(whole(place)),
    onDeferred: (place, deferral) => defer.onDeferred(whole(place), deferral),
  };
}
