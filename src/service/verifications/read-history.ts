/** The one way through a history: accuracy, half-lives and the drift of providers read it. */
import type { VerificationRecord } from '../people/records.ts';
import type { StoreContext, TimedContext } from '../ports.ts';
import { listTeams } from '../teams/teams.ts';

/**
 * A team's verifications since a time in milliseconds, newest first. The store leaves damaged rows out and reports
 * each (`Store.onDamage`).
 */
export async function* readHistory(
  { store }: StoreContext,
  teamId: string,
  since = Number.NEGATIVE_INFINITY,
): AsyncGenerator<VerificationRecord> {
  for await (const slice of store.reports(teamId).searchAll('')) {
    for (const verification of slice) {
      if (verification.at < since) return;
      yield verification;
    }
  }
}

/** Those of all teams since a time; newest first by team. */
export async function* readHistories(
  context: TimedContext,
  since: number,
): AsyncGenerator<VerificationRecord> {
  for (const { id } of await listTeams(context)) yield* readHistory(context, id, since);
}
