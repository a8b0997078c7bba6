import { Webhook } from 'standardwebhooks';

interface SignedMessage {
  readonly id: string;
  readonly payload: string;
  /** The current one first. */
  readonly secrets: readonly string[];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The headers of Standard Webhooks, with a signature by each secret. */
export function signatureHeaders({ id, payload, secrets, at }: SignedMessage) {
  const date = new Date(at);
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, date, payload));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
