import { problems } from '../i18n/english/results.ts';

/** Why a service can learn nothing of any mailbox. In the order of how much it explains. */
export const REACHABILITY_PROBLEMS = [
  'dns_failure',
  'dns_untrusted',
  'port_25_closed',
  'blocked',
] as const;
/** One of `REACHABILITY_PROBLEMS`. */
export type ReachabilityProblem = (typeof REACHABILITY_PROBLEMS)[number];

/**
 * Names the problems that a service has right now, separated by commas, in answers to requests that
 * ask for detail.
 */
export const PROBLEM_HEADER = 'mailvet-problem';

/** The problems that the header names; what is not known comes from a newer service. */
export function parseProblems(header: string | undefined): ReachabilityProblem[] {
  const named = new Set(header?.split(',').map((one) => one.trim()));
  return REACHABILITY_PROBLEMS.filter((problem) => named.has(problem));
}

/** What is wrong, as a sentence without its full stop. */
export const PROBLEM_TEXTS: Readonly<Record<ReachabilityProblem, string>> = problems;

/** Fine reasons of results that stay unknown for one of these problems. */
export const UNREACHABLE_REASONS: ReadonlySet<string> = new Set([
  'dns_failure',
  'dns_untrusted',
  'no_connection',
  'no_answer',
  'blocked',
]);
