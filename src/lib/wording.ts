/** An integer as `12,345`. Without the tables of languages, which take 20 ms to load. */
export function counted(count: number): string {
  return String(count).replace(THOUSANDS, ',');
}

/** The places where groups of three digits begin. */
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/** `1 row`, `2,000 rows`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${counted(count)} ${count === 1 ? one : many}`;
}

/** A share from 0 to 1 as `12.5 %`. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** A part of a whole from 0 to 1; 0 of nothing. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** A sentence as the end of another one. */
export function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
