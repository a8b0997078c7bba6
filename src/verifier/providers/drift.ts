/** Compares what mail hosts did with the table of providers: entries age where nobody looks. */
import type { ReadableReply } from '../engine/evidence.ts';
import { STAGES } from '../smtp/meaning.ts';
import { matchReply } from './match-reply.ts';
import { type ProviderTable, registrableDomain } from './provider-table.ts';

/** A result as far as it shows something of a provider. */
export interface SeenResult {
  readonly domain: string;
  /** Absent where no host was asked. */
  readonly mxHost?: string | null | undefined;
  readonly reply?:
    | (Pick<ReadableReply, 'code' | 'text'> & { readonly enhanced?: string | null | undefined })
    | null
    | undefined;
}

/** What the table says and what was seen, where they differ. */
export type Drift =
  /** A consumer domain's mail goes to hosts of another provider, or of none that the table has. */
  | {
      readonly kind: 'moved';
      readonly provider: string;
      readonly subject: string;
      readonly to: string;
      readonly seen: number;
    }
  /** A refusal in words that the entry does not have; digits are folded to `0`. */
  | {
      readonly kind: 'new_reply';
      readonly provider: string;
      readonly subject: string;
      readonly seen: number;
    }
  /** Hosts of many domains that the table does not have. `seen` counts domains. */
  | {
      readonly kind: 'unlisted';
      readonly provider: string;
      readonly subject: string;
      readonly seen: number;
    }
  /** The entry is due to be compared with its sources. */
  | {
      readonly kind: 'overdue';
      readonly provider: string;
      readonly subject: string;
      readonly seen: 0;
    };

/** A reply that came once may be one mailbox's own. */
const MIN_REPLIES = 3;
/** Domains from which a host counts as a provider's. */
const MIN_DOMAINS = 20;
/** New replies that are shown of a provider. */
const MAX_REPLIES = 5;
/** Bounds memory where each reply has words of its own. */
const MAX_TEXTS = 5000;

/** Adds up what is seen. */
export class DriftWatch {
  readonly #table: ProviderTable;
  readonly #moved = new Map<string, { readonly to: string; readonly from: string; seen: number }>();
  readonly #replies = new Map<
    string,
    { readonly provider: string; readonly text: string; seen: number }
  >();
  readonly #unlisted = new Map<string, Set<string>>();

  constructor(table: ProviderTable) {
    this.#table = table;
  }

  note(result: SeenResult): void {
    const { domain, mxHost } = result;
    if (!mxHost) return;
    this.#noteHost(domain, mxHost);
    this.#noteReply(result);
  }

  /** `today` as ISO 8601. */
  report(today: string): readonly Drift[] {
    return [
      ...this.#overdue(today),
      ...this.#movedDomains(),
      ...this.#newReplies(),
      ...this.#newProviders(),
    ];
  }

  #noteHost(domain: string, host: string): void {
    const { provider } = this.#table.find(host);
    const owner = this.#table.findFree(domain);
    const to = provider?.id ?? registrableDomain(host);
    if (owner && owner.id !== provider?.id) {
      const moved = this.#moved.get(domain) ?? { from: owner.id, to, seen: 0 };
      this.#moved.set(domain, { ...moved, to: moved.to, seen: moved.seen + 1 });
    }
    if (provider) return;
    const domains = this.#unlisted.get(to) ?? new Set();
    if (domains.size < MIN_DOMAINS * 50) domains.add(domain);
    this.#unlisted.set(to, domains);
  }

  #noteReply({ mxHost, reply }: SeenResult): void {
    if (!mxHost || !reply || reply.code < 400) return;
    const { provider } = this.#table.find(mxHost);
    // An entry without replies promises nothing about words.
    if (!provider?.replies?.length || provider.namesOnly) return;
    const { code, text, enhanced } = reply;
    const received = { code, enhanced: enhanced ?? '', text };
    // Results don't say which command a reply answered.
    if (STAGES.some((stage) => matchReply(provider, { ...received, stage }))) return;
    const shown = `${code} ${enhanced ?? ''} ${foldNumbers(text)}`.replace(/\s+/g, ' ');
    const key = `${provider.id} ${shown}`;
    const known = this.#replies.get(key);
    if (known) known.seen += 1;
    else if (this.#replies.size < MAX_TEXTS) {
      this.#replies.set(key, { provider: provider.id, text: shown, seen: 1 });
    }
  }

  #overdue(today: string): readonly Drift[] {
    return this.#table.providers.flatMap(({ id, checkBy }) =>
      checkBy !== undefined && checkBy < today
        ? [{ kind: 'overdue', provider: id, subject: checkBy, seen: 0 } as const]
        : [],
    );
  }

  #movedDomains(): readonly Drift[] {
    const all = [...this.#moved].map(
      ([subject, { from, to, seen }]) =>
        ({ kind: 'moved', provider: from, subject, to, seen }) as const,
    );
    return all.sort(bySeen);
  }

  #newReplies(): readonly Drift[] {
    const often = [...this.#replies.values()]
      .filter(({ seen }) => seen >= MIN_REPLIES)
      .sort(bySeen);
    const shown = new Map<string, number>();
    return often.flatMap(({ provider, text, seen }) => {
      const count = (shown.get(provider) ?? 0) + 1;
      shown.set(provider, count);
      return count > MAX_REPLIES
        ? []
        : [{ kind: 'new_reply', provider, subject: text, seen } as const];
    });
  }

  #newProviders(): readonly Drift[] {
    const many = [...this.#unlisted].filter(([, domains]) => domains.size >= MIN_DOMAINS);
    return many
      .map(
        ([subject, { size }]) => ({ kind: 'unlisted', provider: '', subject, seen: size }) as const,
      )
      .sort(bySeen);
  }
}

function bySeen(one: { readonly seen: number }, other: { readonly seen: number }): number {
  return other.seen - one.seen;
}

/** Ids, addresses and times differ in each reply. */
function foldNumbers(text: string): string {
  return text
    .replace(/[^\s<>()[\]]+/g, (word) => (word.slice(1, -1).includes('@') ? '…' : word))
    .replace(/[a-z0-9_.-]+/gi, (word) => (/\d/.test(word) ? '0' : word));
}
