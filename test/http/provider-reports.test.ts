import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../src/http/app.ts';
import { isSnsUrl } from '../../src/http/providers/signatures.ts';
import { rateLimiter } from '../../src/http/rate-limiter.ts';
import { storedKeys } from '../../src/service/authenticate.ts';
import {
  onlyOnce,
  renewAddress,
  setSigningKey,
} from '../../src/service/outcomes/provider-reports.ts';
import type { ProviderAddress, ProviderName } from '../../src/service/outcomes/records.ts';
import type { Team } from '../../src/service/records.ts';
import { eachTest } from '../support/each-test.ts';
import { serviceWorld } from '../support/service-world.ts';

const CERT_URL =
  'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem';
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PEM = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const world = eachTest(serviceWorld);
let team: Team;
let fetched: string[];
let fails: boolean;
let app: ReturnType<typeof createApp>;

beforeEach(async () => {
  ({ team } = await world.team('ours', 10));
  fetched = [];
  fails = false;
  app = createApp({
    service: world.context,
    authenticator: storedKeys(world.context),
    logError: () => {},
    async fetchText(url) {
      fetched.push(url);
      if (fails) throw new Error('no network');
      return PEM;
    },
  });
});

async function addressOf(provider: ProviderName, signingKey?: string): Promise<string> {
  const token = await renewAddress(world.context, team.id, provider);
  if (signingKey !== undefined) {
    await setSigningKey(world.context, { teamId: team.id, provider, signingKey });
  }
  return `/api/v1/outcomes/${provider}?token=${token}`;
}

async function send(path: string, body: string, headers: Record<string, string> = {}) {
  const request = new Request(`http://x${path}`, { method: 'POST', body, headers });
  const response = await app.fetch(request);
  return { status: response.status, body: (await response.json()) as object };
}

const outcomes = async () =>
  (await world.context.store.outcomes(team.id).latest(9)).map(
    ({ outcome, domain, source }) => `${outcome} ${domain} ${source}`,
  );

function snsMessage(more: Record<string, string> = {}, version = '2') {
  const message: Record<string, string> = {
    Type: 'Notification',
    MessageId: 'id',
    TopicArn: 'arn:aws:sns:eu-west-1:1:bounces',
    Timestamp: '2026-11-20T08:00:00.000Z',
    Message: JSON.stringify({
      eventType: 'Bounce',
      mail: {},
      bounce: {
        bounceType: 'Permanent',
        bounceSubType: 'General',
        timestamp: '2026-11-20T08:00:00.000Z',
        bouncedRecipients: [
          { emailAddress: 'ann@x.test', diagnosticCode: 'smtp; 550 5.1.1 User unknown' },
        ],
      },
    }),
    ...more,
  };
  const names = Object.keys(message).sort();
  const signed = names.map((name) => `${name}\n${message[name]}\n`).join('');
  const sign = createSign(version === '2' ? 'RSA-SHA256' : 'RSA-SHA1').update(signed);
  const Signature = sign.sign(rsa.privateKey, 'base64');
  return { ...message, SignatureVersion: version, Signature, SigningCertURL: CERT_URL };
}

describe('Amazon SES by SNS', () => {
  it.for(['1', '2'])(
    'a notification with a signature of version %s is learned',
    async (version) => {
      const path = await addressOf('ses');
      const text = { 'Content-Type': 'text/plain; charset=UTF-8' };
      for (const status of [
        { stored: 1, known: 0 },
        { stored: 0, known: 1 },
      ]) {
        const sent = await send(path, JSON.stringify(snsMessage({}, version)), text);
        expect(sent).toEqual({ status: 200, body: status });
      }
      expect(await outcomes()).toEqual(['no_mailbox x.test ses']);
      expect(fetched).toEqual([CERT_URL]);
      const [address] = await world.context.store.providerAddresses.list(team.id);
      expect(address).toMatchObject({ outcomes: 1, reportedAt: world.clock.now() });
    },
  );

  it('a request to confirm is answered at Amazon alone, and only where it is signed', async () => {
    const path = await addressOf('ses');
    const confirm = { Type: 'SubscriptionConfirmation', Token: 't', Message: 'Confirm' };
    const SubscribeURL = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription';
    const good = snsMessage({ ...confirm, SubscribeURL });
    expect(await send(path, JSON.stringify({ ...good, Token: 'other' }))).toMatchObject({
      status: 403,
    });
    expect(fetched).toEqual([CERT_URL]);
    expect(await send(path, JSON.stringify(good))).toMatchObject({ status: 200 });
    expect(fetched).toEqual([CERT_URL, SubscribeURL]);
    const elsewhere = snsMessage({ ...confirm, SubscribeURL: 'https://evil.test/' });
    await send(path, JSON.stringify(elsewhere));
    expect(fetched).toHaveLength(2);
  });

  it.for([
    ['a changed message', { Message: '{}' }],
    ['no signature', { Signature: '' }],
    [
      'a certificate of another host',
      {
        SigningCertURL:
          'https://sns.eu-west-1.amazonaws.com.evil.test/SimpleNotificationService-1.pem',
      },
    ],
  ] as const)('%s is refused', async ([, more]) => {
    const sent = await send(await addressOf('ses'), JSON.stringify({ ...snsMessage(), ...more }));
    expect(sent).toMatchObject({ status: 403, body: { message: 'The signature is wrong' } });
    expect(await outcomes()).toEqual([]);
    expect(fetched.every((url) => url === CERT_URL)).toBe(true);
  });

  it('is asked to come again where the certificate can not be fetched', async () => {
    fails = true;
    expect(await send(await addressOf('ses'), JSON.stringify(snsMessage()))).toMatchObject({
      status: 503,
    });
  });

  it.for([
    [CERT_URL, true],
    [CERT_URL.replace('https', 'http'), false],
    [CERT_URL.replace('sns.', 'sns.evil.'), false],
    [CERT_URL.replace('.com/', '.com:8443/'), false],
    [CERT_URL.replace('https://', 'https://a:b@'), false],
    ['https://s3.amazonaws.com/SimpleNotificationService-1.pem', false],
    ['https://sns.cn-north-1.amazonaws.com.cn/SimpleNotificationService-1.pem', true],
    ['https://sns.eu-west-1.amazonaws.com/other/SimpleNotificationService-1.pem', false],
    ['no address', false],
  ] as const)('%s is an address of its certificates: %s', ([url, is]) => {
    expect(isSnsUrl(url, /^\/SimpleNotificationService-[\w-]+\.pem$/)).toBe(is);
  });
});

describe('SendGrid', () => {
  const body = JSON.stringify([
    {
      email: 'ann@x.test',
      event: 'bounce',
      type: 'bounce',
      reason: '550 5.1.1 no',
      sg_event_id: '1',
      timestamp: 1763625600,
    },
    { email: 'ann@x.test', event: 'open', sg_event_id: '2', timestamp: 1763625600 },
  ]);
  const key = ec.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const headers = (text: string) => ({
    'X-Twilio-Email-Event-Webhook-Signature': createSign('sha256')
      .update(`1763625600${text}`)
      .sign(ec.privateKey, 'base64'),
    'X-Twilio-Email-Event-Webhook-Timestamp': '1763625600',
  });

  it('is learned with its signature, and refused without', async () => {
    const path = await addressOf('sendgrid', `-----BEGIN PUBLIC KEY-----\n${key}\n`);
    expect(await send(path, body, headers(body))).toEqual({
      status: 200,
      body: { stored: 1, known: 0 },
    });
    expect(await outcomes()).toEqual(['no_mailbox x.test sendgrid']);
    expect(await send(path, body)).toMatchObject({ status: 403 });
    expect(await send(path, body, headers('other'))).toMatchObject({ status: 403 });
  });

  it('needs a key that was pasted', async () => {
    const sent = await send(await addressOf('sendgrid'), body, headers(body));
    expect(sent).toMatchObject({
      status: 403,
      body: { message: 'No signing key is known: paste it under Settings' },
    });
  });
});

describe('Mailgun', () => {
  const event = (key: string, { token = 'token', recipient = 'ann@x.test', after = 0 } = {}) => {
    const timestamp = String(Math.floor(world.clock.now() / 1000) + after);
    const signature = createHmac('sha256', key).update(`${timestamp}${token}`).digest('hex');
    return JSON.stringify({
      signature: { timestamp, token, signature },
      'event-data': { event: 'complained', recipient, timestamp: 1763625600 },
    });
  };

  it('is learned with its signature, and refused with another', async () => {
    const path = await addressOf('mailgun', 'secret');
    expect(await send(path, event('secret'))).toMatchObject({ status: 200, body: { stored: 1 } });
    expect(await outcomes()).toEqual(['complaint x.test mailgun']);
    expect(await send(path, event('other'))).toMatchObject({ status: 403 });
    expect(await send(path, '{}')).toMatchObject({ status: 403 });
  });

  it.for([
    [-14 * 60, 200],
    [14 * 60, 200],
    [-16 * 60, 403],
    [16 * 60, 403],
    [-3 * 365 * 24 * 60 * 60, 403],
  ] as const)('with a signature of %s seconds from now is answered %s', async ([after, status]) => {
    const path = await addressOf('mailgun', 'secret');
    expect(await send(path, event('secret', { after }))).toMatchObject({ status });
  });

  it('is learned once for each token, whatever else the report says', async () => {
    const path = await addressOf('mailgun', 'secret');
    expect(await send(path, event('secret'))).toMatchObject({ status: 200 });
    const again = event('secret', { recipient: 'bob@y.test' });
    expect(await send(path, again)).toMatchObject({
      status: 403,
      body: { message: 'The signature was used before' },
    });
    expect(await outcomes()).toEqual(['complaint x.test mailgun']);
    const other = event('secret', { token: 'other', recipient: 'bob@y.test' });
    expect(await send(path, other)).toMatchObject({ status: 200, body: { stored: 1 } });
  });

  it('may come again where it could not be stored', async () => {
    const path = await addressOf('mailgun', 'secret');
    const [address] = await world.context.store.providerAddresses.list(team.id);
    const failing = () => Promise.reject(new Error('the disk is full'));
    const first = onlyOnce(world.context, address as ProviderAddress, 'token', failing);
    await expect(first).rejects.toThrow('the disk is full');
    expect(await send(path, event('secret'))).toMatchObject({ status: 200, body: { stored: 1 } });
  });
});

describe('Postmark', () => {
  const body = JSON.stringify({
    RecordType: 'Delivery',
    Recipient: 'ann@x.test',
    DeliveredAt: '2099-01-01T00:00:00Z',
  });

  it('shows who it is by the token, in the address or as a password', async () => {
    const path = await addressOf('postmark');
    expect(await send(path, body)).toMatchObject({ status: 200, body: { stored: 1 } });
    const token = new URL(`http://x${path}`).searchParams.get('token');
    const basic = { Authorization: `Basic ${Buffer.from(`postmark:${token}`).toString('base64')}` };
    const plain = '/api/v1/outcomes/postmark';
    expect(await send(plain, body, basic)).toMatchObject({ status: 200, body: { known: 1 } });
    expect(await send(plain, body)).toMatchObject({ status: 401 });
    expect(await send(`${plain}?token=other`, body)).toMatchObject({ status: 401 });
    const [stored] = await world.context.store.outcomes(team.id).latest(1);
    expect(stored?.at).toBe(world.clock.now());
  });

  it('loses its address when there is a new one', async () => {
    const path = await addressOf('postmark');
    await addressOf('postmark');
    expect(await send(path, body)).toMatchObject({ status: 401 });
  });

  it('is learned in forms of providers only: a line of mailvet learn is none', async () => {
    const line = { email: 'ann@x.test', outcome: 'no_mailbox', source: 'x', status: 'x' };
    const path = await addressOf('postmark');
    for (const report of [line, [line], { Bounces: [line] }]) {
      const sent = await send(path, JSON.stringify(report));
      expect(sent).toEqual({ status: 200, body: { stored: 0, known: 0 } });
    }
  });

  it('is stored within the bounds of the interface, without control characters', async () => {
    const path = await addressOf('postmark');
    const bounce = {
      RecordType: 'Bounce',
      Type: `Hard\u001b[31mBounce${'x'.repeat(300_000)}`,
      Email: 'ann@x.test',
      Details: `smtp;550 5.1.1 \u001b]0;no\u0007 such \u0085user ${'y'.repeat(300_000)}`,
    };
    expect(await send(path, JSON.stringify(bounce))).toMatchObject({ body: { stored: 1 } });
    const [stored] = await world.context.store.outcomes(team.id).latest(1);
    const { status, host, reply, source } = stored ?? {};
    for (const text of [status, host, reply, source]) {
      expect((text ?? '').length).toBeLessThanOrEqual(2000);
      expect(text ?? '').not.toMatch(/\p{Cc}/u);
    }
    expect(reply).toMatch(/^550 5\.1\.1 /);
  });

  it.for([
    ['lists', '['.repeat(300_000), 400],
    ['closed lists', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 400],
    ['objects', `${'{"data":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 400],
  ] as const)('with %s nested too deep is refused', async ([, text, status]) => {
    expect(await send(await addressOf('postmark'), text)).toMatchObject({ status });
  });

  it.for([
    ['a date', { BouncedAt: `2026 ${'('.repeat(900_000)}` }],
    ['a date of blanks', { BouncedAt: `2026${' '.repeat(900_000)}x` }],
    ['a reply', { Details: `550 ${'a@'.repeat(450_000)}` }],
    ['a type', { Type: `${'previously '.repeat(80_000)}` }],
  ] as const)('with %s of 900 KB is read at once', async ([, more]) => {
    const report = { RecordType: 'Bounce', Type: 'HardBounce', Email: 'ann@x.test', ...more };
    const path = await addressOf('postmark');
    const before = process.cpuUsage();
    expect(await send(path, JSON.stringify(report))).toMatchObject({ status: 200 });
    // The square of it takes minutes.
    expect(process.cpuUsage(before).user).toBeLessThan(10_000_000);
  });

  it('obeys the limit of its team, and strangers one by where they come from', async () => {
    const path = await addressOf('postmark');
    app = createApp({
      service: world.context,
      authenticator: storedKeys(world.context),
      rateLimiter: rateLimiter({ burst: 2, perSecond: 1 }, world.clock),
      findOrigin: ({ header }) => ({ address: header('X-From') ?? '192.0.2.1', isHttps: false }),
      logError: () => {},
    });
    const statuses = async (place: string, count: number, headers = {}) => {
      const found: number[] = [];
      for (let at = 0; at < count; at++) found.push((await send(place, body, headers)).status);
      return found;
    };
    const wrong = '/api/v1/outcomes/postmark?token=other';
    expect(await statuses(wrong, 3)).toEqual([401, 401, 429]);
    expect(await statuses(path, 3)).toEqual([200, 200, 429]);
    expect(await statuses(wrong, 1, { 'X-From': '192.0.2.2' })).toEqual([401]);
    expect(await statuses(wrong, 3, { 'X-From': '2001:db8::1' })).toEqual([401, 401, 429]);
    expect(await statuses(wrong, 1, { 'X-From': '2001:db8::ffff' })).toEqual([429]);
  });

  it('with no JSON is refused', async () => {
    expect(await send(await addressOf('postmark'), 'no')).toMatchObject({ status: 400 });
  });
});
