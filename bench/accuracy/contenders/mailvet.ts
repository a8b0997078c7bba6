import { type Clock, systemClock } from '../../../src/lib/clock.ts';
import { createVerifier } from '../../../src/verifier/create-verifier.ts';
import { DEFAULT_PACING } from '../../../src/verifier/pacing/pacing.ts';
import type { Finding } from '../../../src/verifier/verifier.ts';
import { DEFAULT_LIMITS } from '../../../src/verifier/verifier-settings.ts';
import type { Job, PeerAnswer, VerifyJob } from '../contender.ts';
import { HELO } from '../peer.ts';
import { PUBLIC_NETWORK } from '../world.ts';

const SECOND = 1000;

export const verify: VerifyJob = (job, report) => verifyList(job, report, REAL_TIME);

interface Timing {
  /**
   * Divides every wait but that for a connection: on loopback a host accepts it at once
   * or refuses it, unless this process itself is busy.
   */
  readonly speedUp: number;
  readonly clock: Clock;
}

const REAL_TIME: Timing = { speedUp: 1, clock: systemClock };

/** A list like a batch: defaults, but greylist retries that fit the limit of an address. */
export async function verifyList(
  job: Job,
  report: Parameters<VerifyJob>[1],
  { speedUp, clock }: Timing,
): Promise<void> {
  const verifier = createVerifier(toSettings(job, speedUp), {
    clock,
    pacing: { firstPause: DEFAULT_PACING.firstPause / speedUp },
  });
  await verifier.verifyAll(job.emails, (index, finding) =>
    report(job.emails[index] ?? '', toPeerAnswer(finding)),
  );
  await verifier.close();
}

function toSettings({ resolvers, port, addressLimit }: Job, speedUp: number) {
  const { greeting, command, session, single, ...limits } = DEFAULT_LIMITS;
  return {
    helo: HELO,
    dns: resolvers,
    allowNetwork: [PUBLIC_NETWORK],
    port,
    greylistRetries: [SECOND, 5 * SECOND, 15 * SECOND].map((wait) => wait / speedUp),
    batchLimit: addressLimit,
    limits: {
      ...limits,
      greeting: greeting / speedUp,
      command: command / speedUp,
      session: session / speedUp,
      single: single / speedUp,
    },
  };
}

function toPeerAnswer(finding: Finding): PeerAnswer {
  return { answer: toAnswer(finding), words: `${finding.reason} ${finding.score}` };
}

function toAnswer({ decided, deliverable, acceptAll, reason }: Finding): PeerAnswer['answer'] {
  if (!decided) return 'undecided';
  if (deliverable) return acceptAll ? 'accept_all' : 'exists';
  return reason === 'full' || reason === 'disabled' ? reason : 'dead';
}
