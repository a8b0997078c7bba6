/**
 * Preloaded (`--import`) into the nodes of a fleet: port 25 is port $WORLD_PORT from then on, and the
 * wall clock is off by $CLOCK_OFF_MS.
 */
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const { WORLD_PORT, CLOCK_OFF_MS = '0' } = process.env;
const { connect } = net;
const { now } = Date;

net.connect = (options, ...others) => {
  const isToMail = options?.port === 25;
  const target = isToMail ? { ...options, port: Number(WORLD_PORT) } : options;
  return connect.call(net, target, ...others);
};
syncBuiltinESMExports();

const off = Number(CLOCK_OFF_MS);
if (off !== 0) Date.now = () => now() + off;
