// Says what the replies of mail hosts mean, such as those in bounces.
import { classifyReply } from 'mailvet/verifier';

const replies = [
  '550 5.1.1 <ann@example.org>: Recipient address rejected: User unknown',
  '550-5.7.1 Our system has detected that this message is\r\n550 5.7.1 likely spam: blocked',
  '452 4.2.2 The recipient is over quota',
];

for (const reply of replies) {
  const { meaning } = classifyReply(reply, { host: 'mx.example.org', address: 'ann@example.org' });
  console.log(reply.slice(0, 9), meaning);
}
