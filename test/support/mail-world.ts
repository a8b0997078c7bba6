import { isIPv6 } from 'node:net';
import { createVerifier, type VerifierDeps } from '../../src/verifier/create-verifier.ts';
import type { DnsAnswer, DnsSource, MxRecord, RecordType } from '../../src/verifier/dns/source.ts';
import type { Finding, Verifier, VerifyOptions } from '../../src/verifier/verifier.ts';
import type { VerifierSettings } from '../../src/verifier/verifier-settings.ts';
import { loopClock } from './loop-clock.ts';
import { MailHost, type MailScript } from './mail-host.ts';

export interface Zone {
  /** `[preference, exchange]`. */
  readonly MX?: readonly (readonly [number, string])[];
  readonly A?: readonly string[];
  readonly AAAA?: readonly string[];
  readonly TXT?: readonly string[];
  /** Look-ups of the name fail. */
  readonly fails?: boolean;
}

/** DNS as data. Names that no zone has don't exist. */
export class Zones implements DnsSource {
  readonly zones = new Map<string, Zone>();
  /** Every look-up, as `MX example.test`. */
  readonly asked: string[] = [];

  async query<Type extends RecordType>(type: Type, name: string): Promise<DnsAnswer<Type>> {
    this.asked.push(`${type} ${name}`);
    return this.#answer(type, this.zones.get(name)) as DnsAnswer<Type>;
  }

  #answer(type: RecordType, zone: Zone | undefined): DnsAnswer<RecordType> {
    if (!zone) return { kind: 'nxdomain', ttl: 60 };
    if (zone.fails) return { kind: 'failure', problem: 'ESERVFAIL' };
    const others = type === 'A' || type === 'AAAA' || type === 'TXT' ? zone[type] : undefined;
    const records = type === 'MX' ? zone.MX?.map(toMx) : others;
    return records ? { kind: 'records', records, ttl: 60 } : { kind: 'nodata', ttl: 60 };
  }
}

function toMx([preference, exchange]: readonly [number, string]): MxRecord {
  return { preference, exchange };
}

/**
 * A little Internet for one test: names that can't exist outside, hosts on loopback addresses that
 * share one port, and a verifier that is allowed to go there.
 */
export class MailWorld implements AsyncDisposable {
  readonly dns = new Zones();
  readonly #hosts: MailHost[] = [];
  readonly #verifiers: Verifier[] = [];
  #port = 0;

  /** That all hosts share. */
  get port(): number {
    return this.#port;
  }

  /** Starts a host, and gives its name an address: the one asked for, or one of IPv4. */
  async host(name: string, script: MailScript = {}, at?: string): Promise<MailHost> {
    const host = new MailHost(script);
    const address = at ?? `127.0.0.${this.#hosts.length + 2}`;
    this.#hosts.push(host);
    this.#port = await host.listen(address, this.#port);
    this.dns.zones.set(name, isIPv6(address) ? { AAAA: [address] } : { A: [address] });
    return host;
  }

  /** A domain whose mail goes to the hosts, the first preferred. */
  domain(name: string, ...hosts: readonly string[]): void {
    this.dns.zones.set(name, { MX: hosts.map((host, at) => [at * 10, host]) });
  }

  /** A domain with one host of its own. */
  async served(domain: string, script: MailScript = {}): Promise<MailHost> {
    this.domain(domain, `mx.${domain}`);
    return this.host(`mx.${domain}`, script);
  }

  verifier(settings: Partial<VerifierSettings> = {}, deps: Partial<VerifierDeps> = {}): Verifier {
    const verifier = createVerifier(
      {
        helo: 'verify.test',
        allowNetwork: ['127.0.0.0/8'],
        port: this.#port,
        greylistRetries: [],
        ...settings,
      },
      { dns: this.dns, clock: loopClock, ...deps },
    );
    this.#verifiers.push(verifier);
    return verifier;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#verifiers.map((verifier) => verifier.close()));
    await Promise.all(this.#hosts.map((host) => host.close()));
  }
}

/** What is found of each address, in the order of the list. */
export async function findAll(
  verifier: Verifier,
  emails: readonly string[],
  options: VerifyOptions = {},
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const report = (index: number, finding: Finding) => {
    findings[index] = finding;
  };
  await verifier.verifyAll(emails, report, options);
  return findings;
}

/** A random address, in one of its two forms, that asks whether a domain accepts everything. */
export function isRandom(address: string): boolean {
  return /^(?:x[a-z2-9]{20}|(?:[bdfgklmnprstvz][aeiou]){5})@/.test(address);
}

/** A host's answer where everybody called `alive…` exists, and nobody else. */
export function truthAbout(address: string): string {
  return !isRandom(address) && address.startsWith('alive')
    ? '250 2.1.5 Ok'
    : '550 5.1.1 User unknown';
}

/** A host's answer where these mailboxes exist and no other. */
export function mailboxes(...names: readonly string[]): (address: string) => string {
  return (address) =>
    names.includes(address.slice(0, address.lastIndexOf('@')))
      ? '250 2.1.5 Ok'
      : '550 5.1.1 User unknown';
}
