import type { OutcomeKind } from '../contract/outcomes.ts';
import { domainOf, withoutEnd } from '../lib/address-parts.ts';
import { parseReply, type ReplyParts } from './reply-parts.ts';

interface LocalReason {
  readonly outcome: OutcomeKind;
  readonly text?: RegExp;
  readonly status?: RegExp;
  /** Words that mean something else beside these. */
  readonly not?: RegExp;
}

/** A sending server's own words, which no mail host replies of a recipient: the first that fits. */
export const BEFORE_REPLIES: readonly LocalReason[] = [
  {
    // Exim says first why attempts failed, then that they are over.
    outcome: 'full',
    text: /mail ?box is full: retry time(?:out)? exceeded|overdrawn (?:his|her|its|their) (?:disk ?space )?quota/,
  },
  { outcome: 'no_mailbox', status: /^5\.1\.(?:2|10)$|^5\.4\.310$/, not: /sender|helo|mail from/ },
  {
    // About the message: another one may be taken.
    outcome: 'undecided',
    text: /larger than the current (?:system )?limit|message (?:file |header )?(?:is )?too (?:big|large|long)|message size (?:exceed(?:s|ed)|limit|\d)|exceeds? (?:the )?(?:maximum|fixed|max(?:imum)? allowed|server'?s?) (?:allowed )?(?:message )?(?:file )?size|too many hops|mail (?:forwarding )?loop|hop count exceeded|loops? back to myself|(?:aliasing|forwarding) loop|routing loop/,
  },
  { outcome: 'undecided', status: /^5\.3\.4$|^5\.4\.(?:6|14)$|^5\.2\.3$/ },
  { outcome: 'deferred', text: /temporar(?:y|ily) (?:locked|blocked|suspended|disabled|inactive)/ },
  {
    // Given up after attempts that reached nobody.
    outcome: 'deferred',
    text: /retry time(?:out)? (?:not reached|exceeded)|message expired|delivery time expired|delivered for too long|in the queue too long|queue too long|connection (?:timed out|refused|dropped|reset|closed)|connect(?:ion)? (?:attempt )?(?:to \S+ )?(?:failed|timed out)|network is unreachable|no route to host|operation timed out|lost connection|did not respond|unable to connect|wasn't able to establish|couldn't connect|failed to establish connection|read error|conversation with \S+ timed out|giving up after/,
    not: /(?:^|\s)5\d\d[ -]\d\.\d\.\d/,
  },
  {
    outcome: 'deferred',
    status: /^[45]\.4\.(?:7|1)$/,
    not: /recipient|user|mailbox|access denied|relay/,
  },
];

/** The domain does not exist, has no host for mail, or says that it takes none (RFC 7505). */
const NO_DOMAIN =
  /host or domain name not found|illegal host\/domain name|host unknown|unknown host|host not found|host \S{1,255} not found|nxdomain|no such domain|find any host (?:by that name|named)|domain (?:name )?(?:\S+ )?(?:not found|does not exist|doesn't exist|could ?n[o']t be found|couldn't be found)|dns domain .{0,80}does not exist|non-?existent (?:host|domain)|no (?:valid )?mx (?:or a )?(?:records?|hosts?)|unrouteable (?:address|mail domain)|mx records? point(?:s)? to non-existent|invalid (?:domain|dns)|infodomainnonexistent|does not accept (?:e?mail|any mail)|null mx|no route to domain|name or service not known|bad destination (?:host|system)/;
const OF_SENDER =
  /(?<![.\w@-])sender\b(?!\.\w)|[he][eh]lo|mail from|return.?path|envelope|originat|reverse|your (?:domain|host|ip)|ptr\b|connecting|client host/;

/** Name servers did not answer: another attempt may find the domain. */
const NAMES_UNANSWERED =
  /host not found, try again|temporary (?:lookup|dns) (?:failure|error)|dns (?:server|query) (?:failure|failed|timed? ?out)|name server timeout|malformed (?:or unexpected )?name server reply/;

/**
 * What a sending server found out of the domain of the recipient. It is no word about the recipient where another
 * host or domain is named: a relay of the sender that has no address.
 */
export function findDomainReason(
  email: string | null,
  { words }: ReplyParts,
): OutcomeKind | undefined {
  const text = words.toLowerCase();
  if (NAMES_UNANSWERED.test(text)) return 'deferred';
  if (!NO_DOMAIN.test(text) || OF_SENDER.test(text)) return undefined;
  return namesOther(text, email) ? 'deferred' : 'no_mailbox';
}

function namesOther(text: string, email: string | null): boolean {
  const domain = email === null ? '' : domainOf(email).toLowerCase();
  if (domain === '' || text.includes(domain)) return false;
  const words = text.replace(/https?:\/\/\S+/g, ' ').split(/[^\w.-]+/);
  const names = words.map((word) => withoutEnd(word, '.')).filter((word) => NAME.test(word));
  return names.some((name) => !domain.endsWith(`.${name}`));
}

/** The name of a host or domain. */
const NAME = /^[\w-]{1,63}\.(?:[\w-]{1,63}\.){0,8}[a-z]{2,24}$/;

/** Words that are looked at where the reply of a host leaves open what it means: the first that fits. */
export const BEHIND_REPLIES: readonly LocalReason[] = [
  {
    // Content is refused in words that nobody uses of a recipient.
    outcome: 'blocked',
    text: /(?:message|mail|content|e-?mail)(?: \S+){0,3} (?:rejected|refused|blocked|classified|considered|identified|detected|looks)(?: \S+){0,4} (?:spam|unsolicited|virus|malware|dmarc|policy|content|blacklist|bulk)|dmarc|\bspf\b|\bdkim\b|\bspam(?:haus|cop|assassin)?\b|blacklist|block ?list|\bdnsbl\b|\brbl\b/,
  },
  {
    // Directories of servers that verify nobody by SMTP: the words of their own reports.
    outcome: 'no_mailbox',
    text: /not listed in (?:the )?(?:domino directory|public name|name (?:&|and) address)|no mailbox here by that name|recipnotfound|recipientnotfound|recipient not found|e-?mail account does not exist at the organi[sz]ation|e-?mail address you entered couldn't be found|address couldn't be found|recipient's e-?mail address was not found|unknown user|user unknown|no such user|user not found|invalid final delivery userid|unbekannter empf|adresse wurde nicht gefunden|account that you tried to reach does not exist|ディレクトリ.{0,20}(?:見つかりません|ありません)/,
    not: /sender|mail from|via|relay/,
  },
  {
    outcome: 'full',
    text: /mail ?(?:box|folder) (?:is |has )?(?:full|exceeded)|(?:mailbox|account|folder) (?:is full|exceeds)|mail ?box space not enough|over ?(?:disk ?)?quota|does not have enough (?:disk )?space|exceeding (?:their|his|its|the) quota|quota violation|quota (?:has been |is )?exceeded|storage (?:quota|limit) exceeded|inbox is full|message box is full|postfach (?:ist )?voll|quotaexceeded/,
  },
  { outcome: 'disabled', status: /^5\.2\.1$/, not: /rate|limit|too (?:many|much)|sender/ },
  {
    outcome: 'disabled',
    text: /(?:account|mailbox|user)(?: \S+){0,3} (?:disabled|suspended|deactivated|inactive|locked)|recipient is not active/,
    not: /sender|your account/,
  },
];

/** Undefined where no reason fits. */
export function findLocalReason(
  reasons: readonly LocalReason[],
  { status, words }: ReplyParts,
): OutcomeKind | undefined {
  const text = words.toLowerCase();
  return reasons.find(
    (reason) =>
      (reason.text?.test(text) ?? true) &&
      (reason.status?.test(status ?? '') ?? true) &&
      !reason.not?.test(text),
  )?.outcome;
}

/** In characters: a sentence or two. */
const MAX_REASON = 300;
const HEDGED = /\b(?:may|might|could|perhaps|possibly|either|if|or)\b/i;

/** Whether a line of a report, outside any reply, says why: a sentence that leaves nothing open. */
export function isLocalReason(line: string): boolean {
  if (line === '' || line.length > MAX_REASON || line.endsWith(':') || HEDGED.test(line))
    return false;
  const parts = parseReply(line);
  return (
    NO_DOMAIN.test(parts.words.toLowerCase()) ||
    findLocalReason(BEFORE_REPLIES, parts) !== undefined ||
    findLocalReason(BEHIND_REPLIES, parts) !== undefined
  );
}
