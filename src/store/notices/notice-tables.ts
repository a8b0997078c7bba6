import type { NoticeType } from '../../service/notices/notice-ports.ts';

/** A mail to a person. Once it is sent it stays for a while, so that the event is not written again. */
export interface NoticeRow {
  /** Of the event and the person. */
  id: string;
  person_id: string;
  type: NoticeType;
  /** JSON. */
  data: string;
  created_at: number;
  attempts: number;
  /** Null: nothing more is tried. */
  next_at: number | null;
  /** A process sends it until then; 0: none does. */
  leased_until: number;
}
