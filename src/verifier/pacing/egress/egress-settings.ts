import type { Socks5Proxy } from '../../net/socks.ts';

/** An egress as it is configured. */
export interface EgressSettings {
  /** Stands in details, metrics and logs: `[a-z0-9-]`. */
  readonly name: string;
  /** An address of this machine; absent with a proxy, or where the system chooses. */
  readonly address?: string | undefined;
  readonly socks5?: Socks5Proxy | undefined;
  readonly helo?: string | undefined;
  readonly sender?: string | undefined;
  /** Ids of the provider table: these go by the egresses that name them alone. */
  readonly providers?: readonly string[] | undefined;
}
