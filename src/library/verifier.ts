/** `import … from 'mailvet/verifier'`: all that this file exports is public, and nothing else is. */
import { suggestCorrection } from '../address/suggest-correction.ts';
import { findUnknownFacts } from '../contract/known-facts.ts';
import { actionOf, judge } from '../contract/verdict.ts';
import { MailvetError } from '../lib/errors.ts';
import { createVerifier as createEngine } from '../verifier/create-verifier.ts';
import { classify } from '../verifier/smtp/classify.ts';
import { NotSmtp, type Reply, ReplyReader } from '../verifier/smtp/reply.ts';
import type { Finding as EngineFinding } from '../verifier/verifier.ts';
import { DEFAULT_LIMITS } from '../verifier/verifier-settings.ts';
import { withoutUndefined } from './build-client.ts';
import { checkNumbers } from './check-options.ts';
import type {
  Finding,
  ReplyClassification,
  ReplyContext,
  Verifier,
  VerifierOptions,
} from './verifier-api.ts';

export type { ErrorCode } from '../lib/errors.ts';
export { isMailvetError, MailvetError } from '../lib/errors.ts';
export type {
  Action,
  Evidence,
  EvidenceReply,
  Finding,
  FindingReason,
  ReplyClassification,
  ReplyContext,
  ReplyMeaning,
  ReplyStage,
  Verdict,
  Verifier,
  VerifierLimits,
  VerifierOptions,
  VerifierPacing,
  VerifyAllOptions,
  VerifyOptions,
} from './verifier-api.ts';

/**
 * A verifier on this machine. It needs outbound port 25; where that is closed, findings are
 * undecided. Keep one for the life of the program: it remembers how fast each provider may be asked.
 *
 * Throws `config` for a HELO name, a sender, a resolver, a network, a limit or a pace that can't be one.
 */
export function createVerifier(options: VerifierOptions = {}): Verifier {
  const engine = createEngine(...toEngineOptions(options));
  return {
    verify: async (email, { signal, mode } = {}) =>
      toPublic(await engine.verify(email, { mode, ...(signal && { signal }) })),
    async verifyAll(emails, { signal, mode, onFinding } = {}) {
      const findings = new Array<Finding>(emails.length);
      const report = (index: number, found: EngineFinding) => {
        const finding = toPublic(found);
        findings[index] = finding;
        onFinding?.(index, finding);
      };
      await engine.verifyAll(emails, report, { mode, ...(signal && { signal }) });
      return findings;
    },
    close: () => engine.close(),
  };
}

function toPublic(found: EngineFinding): Finding {
  const { email, reason, evidence, ...facts } = found;
  const judgement = judge({ result: { ...facts, detail: { reason } } });
  const conclusion = {
    verdict: judgement.verdict,
    action: actionOf(judgement, reason),
    suggestion: suggestCorrection(email),
  };
  const unknown = findUnknownFacts(reason);
  return { ...found, ...conclusion, ...Object.fromEntries(unknown.map((name) => [name, null])) };
}

/** The public options, by the names of the engine. */
function toEngineOptions(options: VerifierOptions): Parameters<typeof createEngine> {
  const { resolvers, checkResolvers, allowNetworks, limits = {}, pacing = {}, ...same } = options;
  checkNumbers('limits.', limits);
  const { list, ...steps } = limits;
  const { connections, providerConnections, sessionIdle, ...backoff } = pacing;
  checkNumbers('pacing.', { sessionIdle, ...backoff });
  checkNumbers('pacing.', { connections, providerConnections }, 1);
  const settings = withoutUndefined({
    ...same,
    dns: resolvers,
    dnsCheck: checkResolvers,
    allowNetwork: allowNetworks,
    batchLimit: list,
    connections,
    providerConnections,
    sessionIdle,
  });
  const allLimits = { ...DEFAULT_LIMITS, ...withoutUndefined(steps) };
  return [{ ...settings, limits: allLimits }, { pacing: withoutUndefined(backoff) }];
}

/**
 * What a reply of a mail host means, such as one from a bounce or a log: `550 5.1.1 User unknown`.
 * A reply of several lines has a line break between them, each with the code (RFC 5321 §4.2.1).
 *
 * Throws `input` for text that is not one SMTP reply.
 */
export function classifyReply(reply: string, context: ReplyContext = {}): ReplyClassification {
  const { stage = 'rcpt', host = '', address } = context;
  const received = { stage, host, reply: parseReply(reply) };
  const { meaning, rule } = classify({ ...received, ...(address !== undefined && { address }) });
  return { meaning, rule };
}

function parseReply(text: string): Reply {
  const lines = text.trimEnd().split(/\r?\n/).join('\r\n');
  try {
    const [reply, second] = new ReplyReader().push(Buffer.from(`${lines}\r\n`));
    if (reply && !second) return reply;
  } catch (error) {
    if (!(error instanceof NotSmtp)) throw error;
  }
  throw new MailvetError('input', 'The text is not one SMTP reply', {
    hint: 'Give the code and its text, such as "550 5.1.1 User unknown", one line each',
  });
}
