import { sql } from 'kysely';
import type { OutcomeProofs, StoredProof } from '../../service/outcomes/outcome-ports.ts';
import type { Row } from '../database-parts.ts';
import type { OutcomeParts } from './outcome-parts.ts';

/** Outcomes that are held at most: some 60 MB. */
const MOST_OUTCOMES = 200_000;
/** Longer replies are cut: they are counted by their text, and shown. */
const REPLY_LENGTH = 200;

interface WantedProofs {
  readonly teamId: string;
  readonly since: number;
}

/** By address; the address itself is hashed where its domain has outcomes. */
export async function loadProofs(
  { readAside, hashes }: Pick<OutcomeParts, 'readAside' | 'hashes'>,
  { teamId, since }: WantedProofs,
): Promise<OutcomeProofs> {
  const rows = await readAside(sql<Row>`select address, domain, proof, at, learned_at,
      substr(reply, 1, ${REPLY_LENGTH}) as reply
    from outcomes where team_id = ${teamId} and learned_at >= ${since} and proof <> 'none'
    order by learned_at desc limit ${MOST_OUTCOMES}`);
  const byAddress = Map.groupBy(rows, ({ address }) => String(address));
  const domains = new Set(rows.map(({ domain }) => String(domain)));
  const hash = rows.length === 0 ? () => '' : await hashes();
  return {
    find(entry) {
      if (!domains.has(entry.slice(entry.lastIndexOf('@') + 1))) return [];
      return (byAddress.get(hash(entry)) ?? [])
        .map(toProof)
        .sort((one, other) => one.at - other.at);
    },
  };
}

function toProof({ proof, at, learned_at, reply }: Row): StoredProof {
  return {
    proof: proof === 'there' ? 'there' : 'gone',
    at: Number(at ?? learned_at),
    isDated: at !== null,
    reply: typeof reply === 'string' ? reply : '',
  };
}
