import type { StoredDetail } from '../../contract/detail.ts';
import type { ServiceContext } from '../ports.ts';
import { listTeams } from '../teams/teams.ts';
import { parseStored } from './detail.ts';

/** Rows that are read together. */
const PAGE = 500;

interface ReadDetail {
  readonly email: string;
  /** Null: it is damaged. */
  readonly detail: StoredDetail | null;
}

/** The details of all teams' verifications since a time in milliseconds, with their addresses; newest first by team. */
export async function* readDetails(
  context: Pick<ServiceContext, 'store' | 'clock'>,
  since: number,
): AsyncGenerator<ReadDetail> {
  for (const { id } of await listTeams(context)) {
    yield* detailsOfTeam(context, id, since);
  }
}

async function* detailsOfTeam(
  { store }: Pick<ServiceContext, 'store'>,
  teamId: string,
  since: number,
): AsyncGenerator<ReadDetail> {
  let after: readonly (string | number)[] | undefined;
  for (;;) {
    const rows = await store.replay.page({ kind: 'history', teamId }, after, PAGE);
    for (const { position, email, detail } of rows) {
      if (Number(position[0]) < since) return;
      if (detail !== '') yield { email, detail: parseStored(detail) };
    }
    after = rows.at(-1)?.position;
    if (rows.length < PAGE) return;
  }
}
