/**
 * Preloaded (`--import`) into a measured program: port 25 is port $WORLD_PORT from then on, and its figures
 * are in $METER_FILE at its end. Plain JavaScript, since Node's compiler of types would be measured, too.
 */
import { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const { METER_FILE: file = '', WORLD_PORT } = process.env;
const { connect } = net;

/** The arguments of `net.connect`. */
function connectToWorld(options, ...others) {
  const isToMail = options?.port === 25;
  const target = isToMail ? { ...options, port: Number(WORLD_PORT) } : options;
  return connect.call(net, target, ...others);
}

/** As `Metered` in ../lists/meter.ts. */
function writeFigures() {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const figures = {
    wallSeconds: performance.now() / 1000,
    idleSeconds: performance.eventLoopUtilization().idle / 1000,
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
    peakMb: maxRSS / 1024,
  };
  writeFileSync(file, JSON.stringify(figures));
}

net.connect = connectToWorld;
syncBuiltinESMExports();
process.on('exit', writeFigures);
