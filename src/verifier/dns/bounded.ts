import { setAlarm } from '../../lib/alarm.ts';
import type { Clock } from '../../lib/clock.ts';
import type { StuckWork } from '../stuck.ts';
import type { DnsAnswer, DnsSource, RecordType } from './source.ts';

/** Milliseconds; more than all tries of a question at all resolvers take. */
const LOOKUP_LIMIT = 120_000;

/** A source that always answers, at the latest after two minutes, whatever becomes of its questions. */
export function boundedDns(
  source: DnsSource,
  clock: Clock,
  onStuck: (stuck: StuckWork) => void,
): DnsSource {
  return {
    query<Type extends RecordType>(type: Type, name: string): Promise<DnsAnswer<Type>> {
      return new Promise((resolve, reject) => {
        const callOff = setAlarm(clock, LOOKUP_LIMIT, () => {
          onStuck({ work: 'lookup', state: `${type} ${name} for ${LOOKUP_LIMIT} ms` });
          resolve({ kind: 'failure', problem: 'ETIMEOUT' });
        });
        source.query(type, name).then(resolve, reject).finally(callOff);
      });
    },
  };
}
