/** Around each message of the pseudo-language: what is outside of them was not translated. */
export const [OPEN, CLOSE] = ['⟦', '⟧'] as const;

/** What was written for a reader of the pseudo-language. */
export function bracketed(text: string): string {
  return OPEN + text + CLOSE;
}
