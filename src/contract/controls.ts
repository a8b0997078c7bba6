/** What shows that the answer of a mail host is worth something. */
export const CONTROLS = ['accepted_behind', 'refused_behind', 'provider', 'none'] as const;
/** One of `CONTROLS`. */
export type Control = (typeof CONTROLS)[number];
