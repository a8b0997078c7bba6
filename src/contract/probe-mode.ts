/** How far a verification goes: as far as its mail hosts, as DNS, or no further than what is in memory. */
export const PROBE_MODES = ['smtp', 'dns', 'offline'] as const;
/** One of `PROBE_MODES`. */
export type ProbeMode = (typeof PROBE_MODES)[number];
