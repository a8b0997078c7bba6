/** Where messages of webhooks may go. Apart from the connections, since each embedded service loads it: no server of HTTP. */
import { isIP } from 'node:net';
import { message } from '../i18n/message.ts';
import type { JudgeTarget, TargetProblem } from '../service/webhooks/records.ts';
import { createAllowList, createGuard, type Guard } from '../verifier/net/guard.ts';

/** What may be connected to with TLS, and without: allowed networks alone. */
export function createGuards(allowNetwork: readonly string[]): { secure: Guard; plain: Guard } {
  return { secure: createGuard(allowNetwork), plain: createAllowList(allowNetwork) };
}

/** An IPv6 address without its brackets, a name without the dot of the root. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$|\.$/g, '');
}

const HTTPS_ONLY: TargetProblem = {
  said: message('errorTexts.webhook_https_only'),
  text: ['http is sent to networks that ', { code: 'allow_network' }, ' opens only: use https'],
};

/**
 * Judges what a URL says by itself: an address in whatever form the URL parser reads, and names that are
 * this machine (RFC 6761 §6.3). All other names are judged by what they resolve to, at each connection.
 */
export function createTargetJudge(allowNetwork: readonly string[]): JudgeTarget {
  const { secure, plain } = createGuards(allowNetwork);
  // Where no network is opened, no name can lead to one.
  const canBePlain = allowNetwork.length > 0;
  return (url) => {
    const host = hostOf(url);
    const addresses = isLocalName(host) ? LOOPBACK : [host];
    if (isIP(addresses[0] ?? '') === 0) return canBePlain || isSecure(url) ? undefined : HTTPS_ONLY;
    if (!addresses.some(secure)) {
      const said = message('errorTexts.webhook_not_public', { host: url.hostname });
      return { said, text: [said.english, { code: 'allow_network', isNote: true }] };
    }
    return isSecure(url) || addresses.some(plain) ? undefined : HTTPS_ONLY;
  };
}

function isSecure({ protocol }: URL): boolean {
  return protocol === 'https:';
}

const LOOPBACK = ['127.0.0.1', '::1'];

function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}
