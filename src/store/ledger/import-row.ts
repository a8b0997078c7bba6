/** What another verifier said of an address. */
export interface ImportRow {
  team_id: string;
  address: string;
  source: string;
  verdict: string;
  reason: string | null;
  checked_at: number | null;
  imported_at: number;
}
