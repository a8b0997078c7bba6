import type { JobDeferral } from '../session/domain-job.ts';
import type { DeferOptions } from '../verifier.ts';
import type { DomainGroup } from './domain-group.ts';

/** The deferral of a list for the job of one of its domains, by mailbox rather than by place. */
export function jobDeferral(defer: DeferOptions, group: DomainGroup): JobDeferral {
  return {
    after: defer.after,
    triesOf: (mailbox) => defer.tries(group.placeOf(mailbox)),
    onDeferred(mailbox, deferral) {
      for (const index of group.settle(mailbox)) defer.onDeferred(index, deferral);
    },
  };
}
