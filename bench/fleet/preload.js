/**
 * Preloaded (`--import`) into the nodes of a fleet: port 25 is port $WORLD_PORT from then on, the wall
 * clock is off by $CLOCK_OFF_MS, and the machine is named $MACHINE, so that nodes on this machine see
 * each other as they would from machines of their own.
 */
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import os from 'node:os';

const { WORLD_PORT, CLOCK_OFF_MS = '0', MACHINE } = process.env;
const { connect } = net;

net.connect = (options, ...others) => {
  const isToMail = options?.port === 25;
  const target = isToMail ? { ...options, port: Number(WORLD_PORT) } : options;
  return connect.call(net, target, ...others);
};
if (MACHINE) os.hostname = () => MACHINE;
syncBuiltinESMExports();

const off = Number(CLOCK_OFF_MS);
if (off !== 0) {
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      if (given.length === 0) super(RealDate.now() + off);
      else super(...given);
    }

    static now() {
      return RealDate.now() + off;
    }
  };
}
