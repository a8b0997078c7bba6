import type { Kysely } from 'kysely';
import type { ListNews } from '../service/lists/list-ports.ts';
import type { Tables } from './tables.ts';

/** What processes on one database let each other know, so that none has to look for it all the time. */
export interface OtherProcesses {
  /** Part of the transaction in which a batch ends. */
  notifyEnded(trx: Kysely<Tables>, batchId: string): Promise<void>;
  notifyRecorded(batchId: string): void;
  notifyChanged(): void;
  /** Begins to listen. The listener is called with `changed` whenever `isListening` becomes another. */
  listen(listener: (news: ListNews) => void): void;
  /** Whether what others commit reaches the listener. */
  isListening(): boolean;
}
