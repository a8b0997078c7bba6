/** Records as `mailvet admin` prints them: times in ISO 8601 (UTC), teams by name, without secrets. */
import { isoOrNull, isoTime } from '../../../lib/iso-time.ts';
import type { KeyRecord, TeamUsage } from '../../../service/records.ts';
import { isHash } from '../../../service/suppressions/suppression-entry.ts';
import type { Suppression } from '../../../service/suppressions/suppression-ports.ts';
import type { DeliveryRecord, WebhookRecord } from '../../../service/webhooks/webhook-ports.ts';

export type ShownTeam = ReturnType<typeof showTeam>;

export function showTeam({ id, name, quota, used, createdAt }: TeamUsage) {
  return { id, name, quota, used, createdAt: isoTime(createdAt) };
}

export function showKey({ id, teamName, label, lastFour, scopes, ...times }: KeyRecord) {
  return {
    id,
    team: teamName,
    label,
    lastFour,
    createdAt: isoTime(times.createdAt),
    lastUsedAt: isoOrNull(times.lastUsedAt),
    revokedAt: isoOrNull(times.revokedAt),
    scopes,
    expiresAt: isoOrNull(times.expiresAt),
  };
}

export function showWebhook({ id, teamName, url, events, ...times }: WebhookRecord) {
  return {
    id,
    team: teamName,
    url,
    events,
    createdAt: isoTime(times.createdAt),
    failingSince: isoOrNull(times.failingSince),
    disabledAt: isoOrNull(times.disabledAt),
  };
}

export function showDelivery(delivery: DeliveryRecord) {
  const { id, type, status, attempts, answer, error, took, createdAt } = delivery;
  return { id, type, status, attempts, answer, error, took, createdAt: isoTime(createdAt) };
}

/** `email` null: the address was erased and stays suppressed. */
export function showSuppression({ entry, addedAt }: Suppression) {
  return { email: isHash(entry) ? null : entry, addedAt: isoTime(addedAt) };
}
