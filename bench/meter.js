/**
 * Preloaded (`--import`) into a measured program: its figures are in $METER_FILE at its end, and come for
 * each message from the process that started it, with which it ends. Where $WORLD_PORT is set, port 25 is that port. Plain
 * JavaScript, since Node's compiler of types would be measured, too.
 */
import { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const { METER_FILE: file, WORLD_PORT: port } = process.env;
const { connect } = net;

/** The arguments of `net.connect`. */
function connectToWorld(options, ...others) {
  const isToMail = options?.port === 25;
  const target = isToMail ? { ...options, port: Number(port) } : options;
  return connect.call(net, target, ...others);
}

/** Megabytes, each quarter of a second. */
const memory = [];
const EVERY = 250;

/** As `Metered` in metered.ts. */
function readMeter() {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return {
    wallSeconds: performance.now() / 1000,
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
    peakMb: maxRSS / 1024,
    memory,
  };
}

if (port) {
  net.connect = connectToWorld;
  syncBuiltinESMExports();
}
if (file) {
  const look = () => memory.push(process.memoryUsage.rss() / 2 ** 20);
  setInterval(look, EVERY).unref();
}
if (file) process.on('exit', () => writeFileSync(file, JSON.stringify(readMeter())));
if (process.send) {
  process.on('message', () => process.send(readMeter()));
  process.on('disconnect', () => process.exit());
  process.channel.unref();
}
