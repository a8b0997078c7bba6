/** The one way through a history: accuracy, half-lives and the drift of providers read it. */
import type { StoredDetail } from '../../contract/detail.ts';
import type { VerificationRecord } from '../people/people-ports.ts';
import type { ServiceContext } from '../ports.ts';
import { listTeams } from '../teams/teams.ts';
import { parseStored } from './detail.ts';

/**
 * A team's verifications since a time in milliseconds, newest first. The store leaves damaged rows out and reports
 * each (`Store.onDamage`).
 */
export async function* readHistory(
  { store }: Pick<ServiceContext, 'store'>,
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

interface ReadDetail {
  readonly email: string;
  /** Null: it is damaged. */
  readonly detail: StoredDetail | null;
}

/** The details of all teams' verifications since a time, with their addresses; newest first by team. */
export async function* readDetails(
  context: Pick<ServiceContext, 'store' | 'clock'>,
  since: number,
): AsyncGenerator<ReadDetail> {
  for (const { id } of await listTeams(context)) {
    for await (const { email, detail: stored } of readHistory(context, id, since)) {
      if (stored !== undefined) yield { email, detail: parseStored(stored) };
    }
  }
}
