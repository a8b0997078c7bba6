/** Preloaded (`--import`) into a measured program: port 25 is port $WORLD_PORT from then on. */
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const port = Number(process.env.WORLD_PORT);
const { connect } = net;

function connectToWorld(...args: unknown[]): net.Socket {
  const [options] = args;
  const isToMail =
    typeof options === 'object' && options !== null && 'port' in options && options.port === 25;
  const target = isToMail ? [{ ...options, port }, ...args.slice(1)] : args;
  return Reflect.apply(connect, net, target);
}

Object.assign(net, { connect: connectToWorld });
syncBuiltinESMExports();
