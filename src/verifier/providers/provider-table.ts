import { getDomain } from 'tldts-icann';
import { BoundedMap } from '../../lib/bounded-map.ts';
import type { Provider, ProviderLimits } from './provider.ts';
import builtIn from './providers.json' with { type: 'json' };

/** A mail host as pacing sees it. */
export interface KnownHost {
  /** What is paced together: the provider, one region of it, or a registrable domain. */
  readonly key: string;
  /** Absent where the table has no entry. */
  readonly provider?: Provider;
}

/** Hosts remembered: a list meets the same few thousand again and again. */
const MAX_HOSTS = 20_000;

const NO_LIMITS: ProviderLimits = {};

/** Which provider a mail host belongs to, by the table, else by its registrable domain. */
export class ProviderTable {
  readonly providers: readonly Provider[];
  readonly #exact = new Map<string, Provider>();
  /** By suffix, without the leading dot. */
  readonly #suffixes = new Map<string, Provider>();
  readonly #patterns: { readonly form: RegExp; readonly provider: Provider }[] = [];
  readonly #byId = new Map<string, Provider>();
  readonly #freeDomains = new Map<string, Provider>();
  readonly #regions = new Map<Provider, RegExp>();
  readonly #hosts = new BoundedMap<string, KnownHost>(MAX_HOSTS);

  constructor(providers: readonly Provider[]) {
    this.providers = providers;
    for (const provider of providers) this.#add(provider);
  }

  /** What is known of a host, by its name. */
  find(host: string): KnownHost {
    const folded = host.toLowerCase();
    const name = folded.endsWith('.') ? folded.slice(0, -1) : folded;
    const known = this.#hosts.get(name);
    if (known) return known;
    const found = this.#knownHost(name);
    this.#hosts.set(name, found);
    return found;
  }

  /** The provider whose consumer domain this is: a free mailbox. */
  findFree(domain: string): Provider | undefined {
    return this.#freeDomains.get(domain.toLowerCase());
  }

  /** The limits behind a key that `find` gave: absent where the table has no entry. */
  findLimits(key: string): ProviderLimits | undefined {
    const space = key.indexOf(' ');
    const provider = this.#byId.get(space === -1 ? key : key.slice(0, space));
    return provider && (provider.limits ?? NO_LIMITS);
  }

  #add(provider: Provider): void {
    this.#byId.set(provider.id, provider);
    for (const mx of provider.mx) {
      if (mx.includes('*')) this.#patterns.push({ form: toPattern(mx), provider });
      else if (mx.startsWith('.')) this.#suffixes.set(mx.slice(1), provider);
      else this.#exact.set(mx, provider);
    }
    for (const domain of provider.domains ?? []) this.#freeDomains.set(domain, provider);
    if (provider.region) this.#regions.set(provider, new RegExp(provider.region));
  }

  #knownHost(name: string): KnownHost {
    const provider = this.#exact.get(name) ?? this.#bySuffix(name) ?? this.#byPattern(name);
    if (!provider) return { key: registrableDomain(name) };
    const region = this.#regions.get(provider)?.exec(name)?.[1];
    return { key: region ? `${provider.id} ${region}` : provider.id, provider };
  }

  /** The longest suffix wins: `olc.protection.outlook.com` is more than `outlook.com`. */
  #bySuffix(name: string): Provider | undefined {
    for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
      const provider = this.#suffixes.get(name.slice(dot + 1));
      if (provider) return provider;
    }
    return undefined;
  }

  #byPattern(name: string): Provider | undefined {
    return this.#patterns.find(({ form }) => form.test(name))?.provider;
  }
}

/** The name that somebody registered, by the public suffix list: `company.co.uk` of `mx.company.co.uk`. */
export function registrableDomain(host: string): string {
  return getDomain(host) ?? host.toLowerCase();
}

/** `*` stands for one label, a leading dot for any number of them. */
function toPattern(mx: string): RegExp {
  const labels = mx.replace(/^\./, '').replaceAll('.', '\\.').replaceAll('*', '[^.]+');
  return new RegExp(`${mx.startsWith('.') ? '\\.' : '^'}${labels}$`);
}

/** The table that mailvet brings along. Its form is checked by a test, not at each start. */
export const BUILT_IN_PROVIDERS = builtIn as readonly Provider[];

/** The table of providers that mailvet brings along, ready to look hosts up. */
export const BUILT_IN_TABLE = new ProviderTable(BUILT_IN_PROVIDERS);

/** The table with the entries of `others` in place of those with the same id, or beside them. */
export function withOverrides(others: readonly Provider[]): readonly Provider[] {
  const replaced = new Set(others.map(({ id }) => id));
  return [...others, ...BUILT_IN_PROVIDERS.filter(({ id }) => !replaced.has(id))];
}
