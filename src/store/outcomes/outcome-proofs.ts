import { sql } from 'kysely';
import { domainOf } from '../../lib/address-parts.ts';
import type { OutcomeProofs, StoredProof } from '../../service/outcomes/outcome-ports.ts';
import type { Row } from '../database-parts.ts';
import type { OutcomeParts } from './outcome-parts.ts';

/** Outcomes that are held at most: some 60 MB. */
const MOST_OUTCOMES = 200_000;
/** Rows that a query returns at most: they are there twice, in their thread as well. */
const PAGE = 5000;
/** Longer replies are cut: they are counted by their text, and shown. */
const REPLY_LENGTH = 200;

interface WantedProofs {
  readonly teamId: string;
  readonly since: number;
}

/** By address; the address itself is hashed where its domain has outcomes. */
export async function loadProofs(
  { readAside, hashes }: Pick<OutcomeParts, 'readAside' | 'hashes'>,
  wanted: WantedProofs,
): Promise<OutcomeProofs> {
  const byAddress = new Map<string, StoredProof[]>();
  const domains = new Set<string>();
  // Many outcomes have the same words.
  const replies = new Map<string, string>();
  let after: Row | undefined;
  for (let read = 0; read < MOST_OUTCOMES; read += PAGE) {
    const rows = await readAside(page(wanted, after));
    for (const row of rows) {
      const proof = toProof(row, replies);
      const address = String(row.address);
      const known = byAddress.get(address);
      if (known) known.push(proof);
      else byAddress.set(address, [proof]);
      domains.add(String(row.domain));
    }
    after = rows.at(-1);
    if (rows.length < PAGE) break;
  }
  const hash = domains.size === 0 ? () => '' : await hashes();
  return {
    find(entry) {
      if (!domains.has(domainOf(entry))) return [];
      return (byAddress.get(hash(entry)) ?? []).toSorted((one, other) => one.at - other.at);
    },
  };
}

/** Newest first. */
function page({ teamId, since }: WantedProofs, after: Row | undefined) {
  const { learned_at, address, fingerprint } = after ?? {};
  const isBehind = after
    ? sql`(learned_at, address, fingerprint) < (${learned_at}, ${address}, ${fingerprint})`
    : sql`true`;
  return sql<Row>`select address, fingerprint, domain, proof, at, learned_at,
      substr(reply, 1, ${REPLY_LENGTH}) as reply
    from outcomes where team_id = ${teamId} and learned_at >= ${since} and proof <> 'none'
      and ${isBehind}
    order by learned_at desc, address desc, fingerprint desc limit ${PAGE}`;
}

function toProof(row: Row, replies: Map<string, string>): StoredProof {
  const { proof, at, learned_at } = row;
  const reply = typeof row.reply === 'string' ? row.reply : '';
  const kept = replies.get(reply) ?? reply;
  replies.set(kept, kept);
  return {
    proof: proof === 'there' ? 'there' : 'gone',
    at: Number(at ?? learned_at),
    isDated: at !== null,
    reply: kept,
  };
}
