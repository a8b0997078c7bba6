import { getPublicSuffix } from 'tldts-icann';
import { isLocal, topLevelOf } from '../../address/special-names.ts';
import { isTopLevelDomain } from '../../address/top-level-domains.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';
import type { Clock } from '../../lib/clock.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import type { ServerResponse } from './name-server.ts';
import { randomLabel } from './server-check.ts';
import { type AbsentRecords, type RecordType, UNTRUSTED } from './source.ts';
import { type Denial, failure, isDenial, type Question } from './wire.ts';

/** Milliseconds before the same server is asked again: behind it may be several, of which one was wrong. */
const MOMENT = 500;
/** Milliseconds for which a zone's way of denying is known. */
const KNOWN_FOR = 5 * MINUTE_MS;
const MAX_ZONES = 2000;

/** A server that is asked, with all that goes along with a question. */
export interface Voice {
  readonly name: string;
  readonly isTrusted: boolean;
  ask(question: Question, purpose: 'confirm' | 'control'): Promise<ServerResponse>;
}

interface DenialSettings {
  readonly clock: Clock;
  /** False: what is denied twice stands. */
  readonly check: boolean;
}

/** A question, and its first denial. */
interface Denied extends Question {
  readonly first: AbsentRecords;
}

/** How a zone denies a name that nobody has. */
interface ControlDenial {
  readonly response: Promise<ServerResponse>;
  readonly until: number;
}

/**
 * Asks a second time for what was denied: another server, else the same one a moment later. The
 * denial stands only where
 *
 * - it is the same again, and a name that does not exist has no records of another type, either;
 * - beside the SOA of the root the top-level domain is missing too, and the world has none of that name;
 * - the zone denies a random name alike: with DNSSEC's records where this denial has them, and by the
 *   same authority. A filter that denies names of other people's zones has no such records.
 *
 * Records that come instead are the answer. What contradicts is a failure.
 */
export class DenialCheck {
  readonly #settings: DenialSettings;
  readonly #controls = new BoundedMap<string, ControlDenial>(MAX_ZONES);

  constructor(settings: DenialSettings) {
    this.#settings = settings;
  }

  async confirm(
    { type, name }: Question,
    first: AbsentRecords,
    voices: readonly Voice[],
  ): Promise<ServerResponse> {
    let failed: ServerResponse = failure('ENOSERVER');
    for (const voice of othersFirst(voices, first.server)) {
      if (voice.name === first.server) await this.#settings.clock.sleep(MOMENT);
      const response = await voice.ask({ type, name, dnssec: true }, 'confirm');
      if (response.kind === 'failure') failed = response;
      else if (!isDenial(response)) return response;
      else if (await this.#stands({ type, name, first }, response, voice)) return response;
      else failed = failure(UNTRUSTED);
    }
    return failed;
  }

  async #stands(question: Denied, denial: Denial, voice: Voice): Promise<boolean> {
    if (denial.kind !== question.first.kind) return false;
    if (!this.#settings.check) return true;
    const isAlone = voice.name === question.first.server;
    if (isAlone && !denial.hasSoa) return false;
    if (!(await deniesWhole(question, denial, voice))) return false;
    // The addresses of the domain are asked for next: theirs is the denial that counts.
    if (question.type === 'MX' && denial.kind === 'nodata') return true;
    return this.#resemblesControl(denial, voice);
  }

  async #resemblesControl(denial: Denial, voice: Voice): Promise<boolean> {
    if (denial.zone === undefined) return true;
    const control = await this.#control(denial.zone, voice);
    if (!isDenial(control) || control.zone !== denial.zone) return true;
    if (control.proof !== 'none' && denial.proof !== 'covers') return false;
    return control.authority === denial.authority || !isPublic(denial.zone);
  }

  #control(zone: string, voice: Voice): Promise<ServerResponse> {
    const { clock } = this.#settings;
    const key = `${voice.name} ${zone}`;
    const known = this.#controls.get(key);
    if (known && known.until > clock.monotonic()) return known.response;
    const name = zone === '' ? randomLabel() : `${randomLabel()}.${zone}`;
    const response = voice.ask({ type: 'A', name, dnssec: true }, 'control');
    this.#controls.set(key, { response, until: clock.monotonic() + KNOWN_FOR });
    void response.then(({ kind }) => kind === 'failure' && this.#controls.delete(key));
    return response;
  }
}

/** Others that don't fail, then the one that denied. */
function othersFirst(voices: readonly Voice[], denier: string | undefined): readonly Voice[] {
  const others = voices.filter(({ name, isTrusted }) => name !== denier && isTrusted);
  return [...others, ...voices.filter(({ name }) => name === denier).slice(0, 1)];
}

const OTHER_TYPE: Readonly<Record<RecordType, RecordType>> = {
  MX: 'A',
  A: 'MX',
  AAAA: 'A',
  NS: 'A',
  PTR: 'A',
  TXT: 'A',
};

/** Whether all that follows from a denial is denied as well. */
async function deniesWhole(
  { type, name }: Question,
  { kind, zone }: Denial,
  voice: Voice,
): Promise<boolean> {
  if (zone === '' && !(await isTopLevelMissing(name, voice))) return false;
  if (kind === 'nodata') return true;
  const other = await voice.ask({ type: OTHER_TYPE[type], name }, 'confirm');
  return other.kind === 'nxdomain';
}

/** The SOA of the root beside a denial says that there is no such top-level domain. */
async function isTopLevelMissing(name: string, voice: Voice): Promise<boolean> {
  if (!name.includes('.') || isLocal(name)) return true;
  const topLevel = topLevelOf(name);
  if (isTopLevelDomain(topLevel)) return false;
  const servers = await voice.ask({ type: 'NS', name: topLevel }, 'confirm');
  return servers.kind === 'nxdomain';
}

/** Whether a registry runs the zone: its servers have one SOA. */
function isPublic(zone: string): boolean {
  return getPublicSuffix(`any.${zone}`) === zone;
}
