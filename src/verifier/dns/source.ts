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
    }
  | { readonly kind: 'nodata' | 'nxdomain'; readonly ttl: number }
  | { readonly kind: 'failure'; readonly problem: string };

/** Looks names up. `ttl` is in seconds. Never rejects. */
export interface DnsSource {
  query<Type extends RecordType>(type: Type, name: string): Promise<DnsAnswer<Type>>;
  /** Whether any server answers truthfully; absent where that can't be checked. */
  readonly check?: (() => Promise<DnsState>) | undefined;
}

/** What a check of all servers showed. */
export type DnsState = 'usable' | 'dns_failure' | 'dns_untrusted';
