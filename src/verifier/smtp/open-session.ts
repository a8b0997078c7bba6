import type { Duplex } from 'node:stream';
import { type CommandResult, isPositive, SmtpConnection } from './connection.ts';
import type { Meaning, Stage } from './meaning.ts';
import type { NoReply } from './recipient-result.ts';
import { Session } from './session.ts';
import { type ClassifiedReply, classifyReply } from './session-reply.ts';
import type { SessionSettings } from './session-settings.ts';

type OpenedSession =
  | { readonly ok: true; readonly session: Session }
  | { readonly ok: false; readonly meaning: Meaning | NoReply; readonly refusal?: ClassifiedReply };

/**
 * Greets the host over a fresh connection:
 *
 *   220 → EHLO (HELO where that is refused) → [STARTTLS → EHLO] → ready for MAIL
 */
export async function openSession(
  stream: Duplex,
  settings: SessionSettings,
): Promise<OpenedSession> {
  const { clock, limits, signal, trace } = settings;
  const sessionLimit = limits.session;
  const connection = new SmtpConnection(stream, { clock, signal, sessionLimit, trace });
  try {
    const opened = await greet(connection, settings);
    if (!opened.ok) await connection.close();
    return opened;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function greet(
  connection: SmtpConnection,
  settings: SessionSettings,
): Promise<OpenedSession> {
  const greeting = await connection.receive(settings.limits.greeting);
  if (!isPositive(greeting)) return toRefusal(greeting, 'greeting', settings);
  const hello = await sendHello(connection, settings);
  if (!isPositive(hello)) return toRefusal(hello, 'hello', settings);
  const session = new Session(connection, settings, hello.reply);
  return settings.startTls && session.offersStartTls
    ? secure(connection, settings)
    : { ok: true, session };
}

async function secure(
  connection: SmtpConnection,
  settings: SessionSettings,
): Promise<OpenedSession> {
  const { host, limits } = settings;
  connection.send('STARTTLS');
  const answer = await connection.receive(limits.command);
  if (!isPositive(answer)) return toRefusal(answer, 'starttls', settings);
  if (!(await connection.upgrade(host, limits.command))) return { ok: false, meaning: 'no_answer' };
  const hello = await sendHello(connection, settings);
  if (!isPositive(hello)) return toRefusal(hello, 'hello', settings);
  return { ok: true, session: new Session(connection, settings, hello.reply) };
}

async function sendHello(
  connection: SmtpConnection,
  settings: SessionSettings,
): Promise<CommandResult> {
  connection.send(`EHLO ${settings.egress.helo}`);
  const answer = await connection.receive(settings.limits.command);
  // RFC 5321 §3.2: a host that does not know EHLO is greeted with HELO.
  if (!answer.ok || !/^50[0-4]$/.test(String(answer.reply.code))) return answer;
  connection.send(`HELO ${settings.egress.helo}`);
  return connection.receive(settings.limits.command);
}

function toRefusal(
  answer: CommandResult,
  stage: Stage,
  settings: SessionSettings,
): Extract<OpenedSession, { ok: false }> {
  if (!answer.ok) {
    return { ok: false, meaning: answer.fault === 'surplus' ? 'out_of_step' : 'no_answer' };
  }
  const refusal = classifyReply(settings, { stage, reply: answer.reply });
  return { ok: false, meaning: refusal.meaning, refusal };
}
