// Receives the messages of a webhook. MAILVET_WEBHOOK_SECRET is the secret that was shown once.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.MAILVET_WEBHOOK_SECRET ?? '');

const server = createServer(async (request, response) => {
  // The signature is over the bytes as they came: verify first, then parse.
  const body = await text(request);
  try {
    webhook.verify(body, request.headers as Record<string, string>);
  } catch {
    response.writeHead(401).end();
    return;
  }
  // A message may come twice: remember its id. Work that takes long belongs behind the answer.
  response.writeHead(204).end();
  const { type, data } = JSON.parse(body);
  console.log(request.headers['webhook-id'], type, JSON.stringify(data));
});

server.listen(Number(process.env.PORT ?? 8030), '127.0.0.1', () => {
  const address = server.address();
  console.log('listening on', typeof address === 'object' ? address?.port : address);
});
