/** How what is known of an address has changed from one list to another. */
export const LIST_CHANGES = ['worse', 'better', 'other', 'added', 'removed'] as const;
/** One of `LIST_CHANGES`. */
export type ListChange = (typeof LIST_CHANGES)[number];

/** Addresses by how their results changed. */
export type ChangeCounts = Readonly<Record<Exclude<ListChange, 'added' | 'removed'>, number>>;
