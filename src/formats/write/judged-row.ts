import { suggestAddress } from '../../address/suggest-cell.ts';
import { suggestCorrection } from '../../address/suggest-correction.ts';
import type { DomainOutcomes, Verification } from '../../contract/decode.ts';
import type { DecodedReply } from '../../contract/decode-evidence.ts';
import { type KnownFacts, NOTHING_VALID } from '../../contract/facts.ts';
import { toKnownFacts } from '../../contract/known-facts.ts';
import type { Reason, Verdict } from '../../contract/verdict.ts';
import { type Judging, judgeAddress, providerId } from '../../policy/policy.ts';
import type { CellAddress, ListRow } from '../row.ts';

/** The result of one address. Facts that nobody looked up are undefined. */
export interface JudgedAddress extends KnownFacts {
  /** The address that was verified, or the text where nothing was sent. */
  readonly email: string;
  /** Undefined for an empty cell: it holds no address to judge. */
  readonly verdict: Verdict | undefined;
  readonly reason: Reason | 'empty';
  readonly error: string | undefined;
  readonly suggestion: string | undefined;
  /** The cell as it was, where it was mended. */
  readonly original?: string | undefined;
  /** The service's fine reason, where it gives one. */
  readonly detail: string | undefined;
  /** For a split cell: the other addresses, with their verdicts. */
  readonly others?: string | undefined;
  /** When it makes sense to ask again, in milliseconds since the epoch. */
  readonly retryAfter?: number | undefined;
  /** Who runs the mail hosts of the domain, if the service says so. */
  readonly provider?: string | undefined;
  /** What became of the team's mail to the domain. */
  readonly domainOutcomes?: DomainOutcomes | undefined;
  readonly mxHost?: string | undefined;
  /** The reply of the mail host, in one line. */
  readonly reply?: string | undefined;
  /** When the mail host was asked, in milliseconds since the epoch. */
  readonly checkedAt?: number | undefined;
}

/** The result of a row: that of its best address. */
export interface JudgedRow extends JudgedAddress {
  readonly row: ListRow;
  /** The result of each address column, where the list has several. */
  readonly columns?: readonly JudgedAddress[];
  /** The result of each of the row's addresses, in their order, where there are several. */
  readonly each?: readonly JudgedAddress[];
}

/** What is known of an address. */
export interface RowResult {
  readonly verification?: Verification | undefined;
  readonly error?: string | undefined;
}

/** Finds what is known of an address, by `CellAddress.address`; undefined when there is nothing yet. */
export type ResultLookup = (address: string) => RowResult | undefined;

interface JudgeOptions {
  readonly lookup: ResultLookup;
  /** How results are judged; by default as the service says. */
  readonly judging?: Judging | undefined;
}

/** Turns what stands in a cell, and what is known of it, into its verdict and facts. */
export function createAddressJudge(options: JudgeOptions): (found: CellAddress) => JudgedAddress {
  const { judging = {} } = options;
  return (found) => {
    const judged = judgeCell(found, options.lookup, judging);
    return found.mended ? { ...judged, original: found.mended.before } : judged;
  };
}

function judgeCell(found: CellAddress, lookup: ResultLookup, judging: Judging): JudgedAddress {
  if (found.address === undefined) return unsent(found);
  const known = lookup(found.address);
  const { verification = NOTHING, error } = known ?? {};
  const { verdict, reason } = judgeAddress(found.address, known ?? {}, judging);
  return toJudged(found.address, verification, {
    verdict,
    reason,
    error,
    suggestion: suggestCorrection(found.address),
  });
}

const NOTHING: Verification = {};

type KnownVerdict = Pick<JudgedAddress, 'verdict' | 'reason' | 'error' | 'suggestion'>;

function toJudged(address: string, known: Verification, conclusion: KnownVerdict): JudgedAddress {
  const { verdict, reason, error, suggestion } = conclusion;
  const { detail } = known;
  return {
    ...toKnownFacts(known, detail?.reason),
    email: known.email ?? address,
    verdict,
    reason,
    error,
    suggestion,
    detail: detail?.reason,
    retryAfter: detail?.retryAfter,
    provider: providerId(detail?.provider),
    domainOutcomes: detail?.domainOutcomes,
    mxHost: detail?.mxHost,
    reply: replyLine(detail?.reply),
    checkedAt: detail?.checkedAt,
  };
}

/** `550 5.1.1 The user does not exist`. */
function replyLine(reply: DecodedReply | undefined): string | undefined {
  if (!reply) return undefined;
  return [reply.code, reply.enhanced, reply.text].filter(Boolean).join(' ');
}

/** Of what is not sent, text that is no address is undeliverable, and several addresses are unknown. An empty cell has no verdict. */
function unsent({ raw, problem }: CellAddress): JudgedAddress {
  if (problem === 'empty') return toJudged('', NOTHING, EMPTY);
  const email = raw.trim();
  if (problem === 'several_addresses') return toJudged(email, NOTHING, SEVERAL);
  return toJudged(email, NOTHING_VALID, { ...SYNTAX, suggestion: suggestAddress(raw) });
}

const NO_ERROR = { error: undefined, suggestion: undefined };
const EMPTY: KnownVerdict = { verdict: undefined, reason: 'empty', ...NO_ERROR };
const SEVERAL: KnownVerdict = { verdict: 'unknown', reason: 'several_addresses', ...NO_ERROR };
const SYNTAX: KnownVerdict = { verdict: 'undeliverable', reason: 'syntax', ...NO_ERROR };
