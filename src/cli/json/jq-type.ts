/** The program jq, in this process. */
export interface Jq {
  /** Undefined where jq prints nothing. */
  raw(json: string, filter: string, flags: readonly string[]): string | undefined;
}
