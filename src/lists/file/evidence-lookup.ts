import { DatabaseSync } from 'node:sqlite';
import type { RawEvidence, VerificationDetail } from '../../contract/decode.ts';
import { decodeEvidence } from '../../contract/decode-evidence.ts';
import { backgroundLookup } from './backgrounds.ts';
import type { ListFile } from './list-file.ts';

/** What is known of a result beside its facts. */
type Background = Pick<VerificationDetail, 'mxHost' | 'reply' | 'checkedAt'>;

/** Finds what the result of an address rests on, by its ordinal in the list. */
type EvidenceLookup = (ordinal: number) => Background | undefined;

/**
 * What the results of a list rest on, found by ordinals. It is kept by batches, in the order of sending, and
 * packed: a pass over it puts it in the order of the list, in a private database that is gone in the end.
 */
export function evidenceLookup(list: ListFile): EvidenceLookup {
  const find = backgroundLookup(list.database);
  if (find) return (ordinal) => decodeEvidence(find(ordinal));
  const database = new DatabaseSync('');
  database.exec('CREATE TABLE evidence (ordinal INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT');
  const insert = database.prepare('INSERT OR REPLACE INTO evidence VALUES (?, ?)');
  database.exec('BEGIN');
  for (const { ordinals, evidence } of list.allEvidence()) {
    evidence.forEach((one, at) => {
      if (one) insert.run(ordinals[at] ?? 0, JSON.stringify(withoutObserved(one)));
    });
  }
  database.exec('COMMIT');
  const select = database.prepare('SELECT text FROM evidence WHERE ordinal = ?');
  return (ordinal) => {
    const text = select.get(ordinal)?.text;
    return typeof text === 'string' ? decodeEvidence(JSON.parse(text)) : undefined;
  };
}

/** In a job of an older version the time is that of the reply. */
function withoutObserved({ mxHost, reply, checkedAt, observed }: RawEvidence): RawEvidence {
  const at = observed && 'at' in observed ? observed.at : undefined;
  return { mxHost, reply, checkedAt: checkedAt ?? at };
}
