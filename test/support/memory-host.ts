import { type Duplex, duplexPair } from 'node:stream';

/** What a host in memory does with a connection that came about. */
export type Manner = 'serves' | 'refuses_us' | 'is_busy' | 'is_silent' | 'drops' | 'drops_later';

/** The asker's end of a connection to a host of this manner. Recipients exist when their number is even. */
export function connectTo(manner: Manner): Duplex {
  const [ours, theirs] = duplexPair();
  theirs.on('error', () => {});
  theirs.on('end', () => theirs.destroy());
  if (manner === 'drops') theirs.destroy();
  else if (manner !== 'is_silent') speak(theirs, manner);
  return ours;
}

const GREETINGS = {
  serves: '220 mx.test ESMTP',
  drops_later: '220 mx.test ESMTP',
  refuses_us: '554 5.7.1 Your IP is blocked using a list',
  is_busy: '421 4.3.2 Too busy',
};

function speak(stream: Duplex, manner: keyof typeof GREETINGS): void {
  const say = (reply: string) => stream.write(`${reply}\r\n`);
  let asked = 0;
  let rest = '';
  stream.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('RCPT') && manner === 'drops_later' && ++asked > 3) stream.destroy();
      if (stream.destroyed) return;
      say(answerTo(line));
      if (line === 'QUIT') stream.end();
    }
  });
  say(GREETINGS[manner]);
}

function answerTo(line: string): string {
  const recipient = /^RCPT TO:<u(\d+)@/.exec(line)?.[1];
  if (line.startsWith('RCPT') && Number(recipient ?? 1) % 2 === 1) return '550 5.1.1 User unknown';
  if (line.startsWith('EHLO')) return '250-mx.test\r\n250 PIPELINING';
  return line === 'QUIT' ? '221 2.0.0 Bye' : '250 2.0.0 Ok';
}
