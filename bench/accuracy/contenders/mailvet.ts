import { createVerifier } from '../../../src/verifier/create-verifier.ts';
import { DEFAULT_PACING } from '../../../src/verifier/hosts/pacing.ts';
import { DEFAULT_LIMITS } from '../../../src/verifier/settings.ts';
import type { Finding } from '../../../src/verifier/verifier.ts';
import type { Job, Said, VerifyJob } from '../contender.ts';
import { HELO } from '../peer.ts';
import { PUBLIC_NETWORK } from '../world.ts';

const SECOND = 1000;

export const verify: VerifyJob = (job, report) => verifyList(job, report, 1);

/**
 * A list as a batch is: with defaults, but for greylist retries that fit in the limit of an address.
 *
 * @param hurry what every wait is divided by.
 */
export async function verifyList(
  job: Job,
  report: Parameters<VerifyJob>[1],
  hurry: number,
): Promise<void> {
  const verifier = createVerifier(settingsOf(job, hurry), {
    pacing: { firstPause: DEFAULT_PACING.firstPause / hurry },
  });
  await verifier.verifyAll(job.emails, (index, finding) =>
    report(job.emails[index] ?? '', saidBy(finding)),
  );
  await verifier.close();
}

function settingsOf({ resolvers, port, addressLimit }: Job, hurry: number) {
  const { connect, greeting, command, session, single } = DEFAULT_LIMITS;
  return {
    helo: HELO,
    dnsServers: resolvers,
    allowNetwork: [PUBLIC_NETWORK],
    port,
    greylistRetries: [SECOND, 5 * SECOND, 15 * SECOND].map((wait) => wait / hurry),
    batchLimit: addressLimit,
    limits: {
      connect: connect / hurry,
      greeting: greeting / hurry,
      command: command / hurry,
      session: session / hurry,
      single: single / hurry,
    },
  };
}

function saidBy(finding: Finding): Said {
  return { answer: answerOf(finding), words: `${finding.reason} ${finding.score}` };
}

function answerOf({ decided, deliverable, acceptAll, reason }: Finding): Said['answer'] {
  if (!decided) return 'undecided';
  if (deliverable) return acceptAll ? 'accept_all' : 'exists';
  return reason === 'full' || reason === 'disabled' ? reason : 'dead';
}
