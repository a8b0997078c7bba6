import { SANDBOX_DOMAIN } from '../../address/sandbox-domain.ts';
import { ServiceError } from '../service-error.ts';
import { overQuota } from '../teams/quota.ts';

/** Addresses for which Verify Email fails, so that integrators can try how they handle it. */
const ERRORS: ReadonlyMap<string, () => ServiceError> = new Map([
  [`quota@${SANDBOX_DOMAIN}`, overQuota],
  [
    `rate-limited@${SANDBOX_DOMAIN}`,
    () => new ServiceError('rate_limited', 'Too many requests at once, slow down'),
  ],
  [
    `server-error@${SANDBOX_DOMAIN}`,
    () => new ServiceError('sandbox_failure', 'Internal server error'),
  ],
]);

/** Throws the error that the sandbox has for this address, in any case; returns for any other. */
export function throwSandboxError(email: string): void {
  const error = ERRORS.get(email.trim().toLowerCase());
  if (error) throw error();
}
