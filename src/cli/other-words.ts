import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { shellQuote } from './shell-quote.ts';

/** What other programs call it, by the command that does it here. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'mailvet verify <address>': ['check', 'validate', 'test', 'ping', 'single', 'email', 'lookup'],
  'mailvet verify --explain <address>': ['explain', 'debug', 'trace', 'smtp', 'why'],
  'mailvet clean <file>': ['bulk', 'scrub', 'upload', 'file', 'list', 'lists', 'dedupe'],
  'mailvet scan': ['grep', 'find', 'detect', 'leaks', 'secrets', 'audit', 'pii'],
  'mailvet batch submit <file>': ['submit', 'send', 'queue', 'enqueue'],
  'mailvet batch watch': ['watch', 'follow', 'wait', 'progress', 'tail'],
  'mailvet batch results <id>': ['results', 'result', 'download', 'export', 'get'],
  'mailvet batch cancel <id>': ['cancel', 'abort', 'stop'],
  'mailvet batch resume': ['resume', 'continue'],
  'mailvet batch retry <job>': ['retry', 'rerun', 'recheck'],
  'mailvet jobs list': ['status', 'job', 'ls', 'ps'],
  'mailvet jobs forget <job>': ['forget', 'delete', 'rm', 'remove', 'erase'],
  'mailvet login': [
    'signin',
    'sign-in',
    'log-in',
    'auth',
    'authenticate',
    'init',
    'setup',
    'register',
  ],
  'mailvet logout': ['signout', 'sign-out', 'log-out', 'logoff'],
  'mailvet whoami': ['account', 'me', 'user', 'profile', 'key', 'token', 'api-key', 'apikey'],
  'mailvet config list': ['configure', 'settings', 'set', 'env'],
  'mailvet serve': ['server', 'start', 'run', 'up', 'daemon', 'service', 'api'],
  'mailvet work': ['worker', 'workers'],
  'mailvet open': ['dashboard', 'web', 'ui', 'browse', 'gui'],
  'mailvet doctor': ['diagnose', 'diagnostics', 'troubleshoot', 'selftest', 'self-test'],
  'mailvet help man': ['man', 'manual', 'docs'],
};

const CREDITS =
  'There are no credits here. The quota of a team stands in its dashboard: mailvet open; what a list will send: mailvet clean <file> --dry-run';
const UPDATE =
  'mailvet does not update itself: install the new version as this one was installed. The version: mailvet version';

/** Words that no command here stands for. */
const ANSWERS: Readonly<Record<string, string>> = {
  ...sameAnswer(['credits', 'credit', 'balance', 'quota', 'usage', 'billing'], CREDITS),
  ...sameAnswer(['update', 'upgrade', 'self-update', 'selfupdate', 'self'], UPDATE),
};

function sameAnswer(words: readonly string[], answer: string): Record<string, string> {
  return Object.fromEntries(words.map((word) => [word, answer]));
}

/** What to do where the first word is no command, by the words that stand there; undefined: unknown. */
export function otherWordHint(words: readonly string[], cwd: string): string | undefined {
  const [first = '', ...others] = words;
  if (isAddress(first)) {
    const addresses = [first, ...others.filter(isAddress)].map(shellQuote).join(' ');
    return `Verify it with: mailvet verify ${addresses}`;
  }
  if (isList(first, cwd)) return `Verify a list with: mailvet clean ${shellQuote(first)}`;
  const word = first.toLowerCase();
  if (Object.hasOwn(ANSWERS, word)) return ANSWERS[word];
  const found = Object.entries(COMMANDS).find(([, known]) => known.includes(word));
  return found && `Here it is: ${withArgument(found[0], others, cwd)}`;
}

/** With what was typed behind the word in place of the placeholder. */
function withArgument(command: string, [argument]: readonly string[], cwd: string): string {
  if (argument === undefined) return command;
  if (command.endsWith('<address>') && isList(argument, cwd)) {
    return `mailvet clean ${shellQuote(argument)}`;
  }
  return command.replace(/<\w+>$/, shellQuote(argument));
}

function isAddress(word: string): boolean {
  return /^[^@\s]+@[^@\s]+$/.test(word);
}

const LIST_NAME = /\.(?:csv|tsv|txt|xlsx|json|jsonl|ndjson)$/i;

function isList(word: string, cwd: string): boolean {
  const path = resolve(cwd, word);
  return LIST_NAME.test(word) || (existsSync(path) && statSync(path).isFile());
}
