import type { OutcomeKind } from '../../contract/outcomes.ts';
import type { Proof } from '../../service/outcomes/outcome-ports.ts';
import type { ProviderName } from '../../service/outcomes/sender-ports.ts';

/** An outcome of mail to an address. */
export interface OutcomeRow {
  team_id: string;
  /** Keyed hash. */
  address: string;
  /** Hash of what the outcome says, without its source. */
  fingerprint: string;
  domain: string;
  outcome: OutcomeKind;
  proof: Proof;
  was_accepted: number;
  code: number | null;
  status: string | null;
  host: string | null;
  reply: string | null;
  at: number | null;
  source: string | null;
  learned_at: number;
}

/** Where a provider reports to a team. */
export interface ProviderAddressRow {
  team_id: string;
  provider: ProviderName;
  token_hash: string;
  signing_key: string | null;
  created_at: number;
  reported_at: number | null;
  outcomes: number;
}
