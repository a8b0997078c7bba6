import { NoticeRunner } from '../mail/notice-runner.ts';
import type { ServiceContext } from '../service/ports.ts';
import type { ServeDeps } from './serve-deps.ts';

interface MailSettings {
  readonly smtpUrl: string;
  readonly mailFrom?: string | undefined;
  readonly publicUrl?: string | undefined;
}

/** Sends notices by mail; still to be started. */
export function createNotices(
  { store, observe }: Pick<ServiceContext, 'store' | 'observe'>,
  { smtpUrl, mailFrom, publicUrl }: MailSettings,
  { clock, random }: Pick<ServeDeps, 'clock' | 'random'>,
): NoticeRunner {
  const from = mailFrom ?? `mailvet@${new URL(smtpUrl).hostname}`;
  return new NoticeRunner({ store, observe, clock, random, smtpUrl, from, publicUrl });
}
