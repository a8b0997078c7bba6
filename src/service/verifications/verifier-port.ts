import type { Verifier } from '../../verifier/verifier.ts';

/** What the service uses of the verifier: tests have verifiers of their own. */
export type VerifierPort = Pick<
  Verifier,
  | 'verify'
  | 'verifyAll'
  | 'routes'
  | 'outlook'
  | 'room'
  | 'domains'
  | 'problems'
  | 'look'
  | 'waiting'
  | 'backlog'
  | 'maxSessions'
>;
