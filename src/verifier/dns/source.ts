/** An MX record (RFC 5321 §5.1). */
export interface MxRecord {
  readonly preference: number;
  /** Empty for the null MX of RFC 7505. */
  readonly exchange: string;
}

/** The form of each record type that is looked up. */
export interface DnsRecords {
  readonly MX: MxRecord;
  readonly A: string;
  readonly AAAA: string;
  readonly NS: string;
  readonly PTR: string;
  /** The strings of a record, joined (RFC 7208 §3.3). */
  readonly TXT: string;
}
/** A record type that is looked up. */
export type RecordType = keyof DnsRecords;

/** The problem of a failure where no server that was asked answers truthfully (see server-check.ts). */
export const UNTRUSTED = 'EUNTRUSTED';

/** `nodata`: the name exists without such records. `failure`: no server could answer, which proves nothing. */
export type DnsAnswer<Type extends RecordType> =
  | {
      readonly kind: 'records';
      readonly records: readonly DnsRecords[Type][];
      readonly ttl: number;
      /** The server that answered, as in a denial. */
      readonly server?: string;
    }
  | AbsentRecords
  | { readonly kind: 'failure'; readonly problem: string };

/** A denial. */
export interface AbsentRecords {
  readonly kind: 'nodata' | 'nxdomain';
  readonly ttl: number;
  /** The server that said so, where it is known. */
  readonly server?: string;
  /** It was said twice. */
  readonly isConfirmed?: boolean;
}

/** Looks names up. `ttl` is in seconds. Never rejects. */
export interface DnsSource {
  query<Type extends RecordType>(type: Type, name: string): Promise<DnsAnswer<Type>>;
  /**
   * Asks a second time for what was denied once: a denial comes back only where nothing contradicts
   * it. Absent where every denial is certain.
   */
  readonly confirm?:
    | (<Type extends RecordType>(
        type: Type,
        name: string,
        denial: AbsentRecords,
      ) => Promise<DnsAnswer<Type>>)
    | undefined;
  /** Whether any server answers truthfully; absent where that can't be checked. */
  readonly check?: (() => Promise<DnsState>) | undefined;
}

/** A denial that makes people dead counts when it was given twice: one datagram may be wrong. */
export async function confirmed<Type extends RecordType>(
  dns: DnsSource,
  question: { readonly type: Type; readonly name: string },
  answer: DnsAnswer<Type>,
): Promise<DnsAnswer<Type>> {
  const isOpen = answer.kind === 'nodata' || answer.kind === 'nxdomain';
  if (!isOpen || answer.isConfirmed || !dns.confirm) return answer;
  return dns.confirm(question.type, question.name, answer);
}

/** What a check of all servers showed. */
export type DnsState = 'usable' | 'dns_failure' | 'dns_untrusted';
