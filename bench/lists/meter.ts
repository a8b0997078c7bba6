/** Preloaded (`--import`) into a measured program: leaves its figures in $METER_FILE at its end. */
import { writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/** Figures of a process over its life. */
export interface Metered {
  readonly wallSeconds: number;
  /** Time in which the event loop had nothing to do: it waited for the network, a timer or a file. */
  readonly idleSeconds: number;
  /** User and system time of all its threads. */
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

export function readMeter(): Metered {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return {
    wallSeconds: performance.now() / 1000,
    idleSeconds: performance.eventLoopUtilization().idle / 1000,
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
    peakMb: maxRSS / 1024,
  };
}

const file = process.env.METER_FILE;
if (file !== undefined) process.on('exit', () => writeFileSync(file, JSON.stringify(readMeter())));
