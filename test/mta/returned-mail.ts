import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { MailServer } from './mail-server.ts';

/** Sends a message from `news@mta.test` through the server. */
export async function sendNews(server: MailServer, to: string): Promise<void> {
  const transport = createTransport({ host: server.addresses.plain, port: 25, ignoreTLS: true });
  await transport.sendMail({ from: 'news@mta.test', to, subject: 'Spring news', text: 'Hello' });
  transport.close();
}

/** Resolves when the mailbox of `news` has a message about an address, within minutes; nobody tells when. */
export async function inboxNames(server: MailServer, email: string): Promise<void> {
  for (let tries = 0; tries < 2500; tries++) {
    const text = await readFile(server.inbox, 'utf8').catch(() => '');
    if (text.includes(email)) return;
    await delay(100);
  }
  throw new Error(`no mail about ${email} came back`);
}
