/** Judges what was observed of an address again, with today's rules and lists. Nothing is asked of anybody. */
import { parseAddress } from '../../address/parse.ts';
import { isRole } from '../../address/role.ts';
import { judgeRoute } from '../dns/mail-route.ts';
import { REASON_BEFORE_RCPT } from '../pacing/host-failure.ts';
import type { Provider } from '../providers/provider.ts';
import type { ProviderTable } from '../providers/provider-table.ts';
import { isSandboxDisposable } from '../sandbox/sandbox.ts';
import {
  ACCEPT_ALL_BY_WEIGHT,
  type AcceptAll,
  acceptedReason,
  toAcceptAll,
} from '../session/recipients/accepted-reason.ts';
import { type AnswerKind, CONTROL_OF_REFUSAL, weigh } from '../session/recipients/controls.ts';
import { knownKind, randomKind } from '../session/recipients/dialogue.ts';
import { REACTIONS } from '../session/recipients/reactions.ts';
import { classify } from '../smtp/classify.ts';
import { STAGES, type Stage } from '../smtp/meaning.ts';
import type { Reply } from '../smtp/reply.ts';
import type { Finding, FindingReason } from '../verifier.ts';
import {
  type Control,
  type ControlReply,
  MAX_QUOTE_LENGTH,
  type Observed,
  type QuotedReply,
} from './evidence.ts';
import { invalidFinding, isUndecided, toFinding } from './finding.ts';
import { ROUTE_REASONS } from './route-outcome.ts';
import { createTemporaryCheck } from './temporary.ts';

/** `enhanced` may be null. */
type StoredReply = Pick<QuotedReply, 'code' | 'text'> & {
  readonly enhanced?: string | null | undefined;
};

/** A result as it was stored, with what was observed. */
export interface StoredEvidence {
  readonly reason: FindingReason;
  readonly mxHost?: string | null | undefined;
  readonly reply?: StoredReply | null | undefined;
  readonly observed: Observed;
}

/** A finding, and what decided it. */
interface Rejudged {
  readonly finding: Omit<Finding, 'evidence'>;
  /** The rule of the reply, `dns`, or `kept` where there is nothing to judge. */
  readonly rule: string;
  /** Of an acceptance or a refusal that decides now. */
  readonly control?: Control | undefined;
}

/** A reply that was cut, or the absence of one, can't be judged again: its reason stays. */
export function createRejudge(
  providers: ProviderTable,
): (email: string, stored: StoredEvidence) => Rejudged {
  const isTemporary = createTemporaryCheck();
  return (email, stored) => {
    const parsed = parseAddress(email);
    if (!parsed.ok) return { finding: invalidFinding(email), rule: 'syntax' };
    const { localPart, domain, address } = parsed.address;
    const hosts = findHosts(stored.observed);
    const traits = {
      role: isRole(localPart),
      temporary: isTemporary(domain, hosts) || isSandboxDisposable(domain),
    };
    const judged = judge(providers, address, stored);
    // Why a result is undecided may rest on more than a reply.
    const { reason, ...why } = isUndecided(judged) && isUndecided(stored) ? keep(stored) : judged;
    return { finding: toFinding(email, traits, { outcome: { reason } }), ...why };
  };
}

interface Judgement extends Pick<Rejudged, 'rule' | 'control'> {
  readonly reason: FindingReason;
}

function keep({ reason }: Pick<StoredEvidence, 'reason'>): Judgement {
  return { reason, rule: 'kept' };
}

function judge(
  providers: ProviderTable,
  address: string,
  { reason, mxHost, reply, observed }: StoredEvidence,
): Judgement {
  const route = judgeRoute(observed.dns);
  const isByDns = mxHost === undefined || mxHost === null;
  if (isByDns && route !== undefined) return { reason: ROUTE_REASONS[route], rule: 'dns' };
  const isWhole = reply && observed.rule !== undefined && reply.text.length < MAX_QUOTE_LENGTH;
  if (isByDns || !isWhole) return keep({ reason });
  const host = { host: mxHost, provider: providers.find(mxHost).provider };
  const stage = toStage(observed.stage);
  const { meaning, rule } = classify({ ...host, stage, address, reply: toReply(reply) });
  if (stage !== 'rcpt') return { reason: REASON_BEFORE_RCPT[meaning] ?? 'unclear', rule };
  const { action, reason: said, isAboutMailbox } = REACTIONS[meaning];
  const controls = (observed.controls ?? []).map((control) => controlKind(control, host));
  if (action === 'accept') {
    const weight = weigh(['accepted', ...controls])[0] ?? 'unproven';
    const byProvider = toAcceptAll(host.provider?.acceptAll);
    const acceptsAll = byProvider ?? ACCEPT_ALL_BY_WEIGHT[weight];
    const control = acceptsAll === false ? controlOfAcceptance(byProvider) : undefined;
    return { reason: acceptedReason(said, acceptsAll), rule, control };
  }
  if (!isAboutMailbox) return { reason: said, rule };
  const kind = host.provider?.refusals === 'certain' ? 'refused_for_certain' : 'refused';
  const weight = weigh([kind, ...controls])[0] ?? 'unconfirmed';
  if (weight === 'void') return { reason: 'deferred', rule };
  return { reason: said, rule, control: CONTROL_OF_REFUSAL[weight] ?? 'none' };
}

function controlOfAcceptance(byProvider: AcceptAll | undefined): Control {
  return byProvider === undefined ? 'refused_behind' : 'provider';
}

interface ControlHost {
  readonly host: string;
  readonly provider: Provider | undefined;
}

/** What the reply to a control shows by today's rules; one that is remembered shows what it showed then. */
function controlKind({ kind, reply }: ControlReply, host: ControlHost): AnswerKind {
  if (!reply) return kind;
  const { code } = reply;
  const { meaning } = classify({ ...host, stage: 'rcpt', reply: toReply(reply) });
  if (kind.startsWith('random')) return randomKind({ meaning, code });
  return knownKind(kind.startsWith('known') ? 'known' : 'postmaster', { meaning, code });
}

/** As it came from the host, in one line, with an address in place of one that was taken out. */
export function toReply({ code, enhanced, text }: StoredReply): Reply {
  const words = text.replaceAll('…', 'somebody@elsewhere.invalid');
  return { code, lines: [[enhanced, words].filter(Boolean).join(' ')] };
}

function toStage(given: string | undefined): Stage {
  return STAGES.find((stage) => stage === given) ?? 'rcpt';
}

function findHosts({ dns }: Observed): readonly string[] {
  const records = dns.findLast(({ type }) => type === 'MX')?.records ?? [];
  return records.map((record) => record.slice(record.indexOf(' ') + 1).toLowerCase());
}
