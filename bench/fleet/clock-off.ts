/** Preloaded (`--import`) into a node of the fleet: its wall clock is off by $CLOCK_OFF_MS. */
const off = Number(process.env.CLOCK_OFF_MS ?? 0);
const { now } = Date;
if (off !== 0) Date.now = () => now() + off;
