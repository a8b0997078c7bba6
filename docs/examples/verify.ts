// Verifies one address with a service.
import { createClient, judge, MailvetError } from 'mailvet';

const client = createClient({
  baseUrl: process.env.MAILVET_BASE_URL ?? '',
  apiKey: process.env.MAILVET_API_KEY ?? '',
});

try {
  const verification = await client.verify('ann@sandbox.test');
  const { verdict, reason } = judge(verification);
  console.log(verification.email, verdict, reason, verification.score);
} catch (error) {
  if (!(error instanceof MailvetError) || error.code !== 'quota') throw error;
  console.error('The plan limit is reached: try again in the next period');
} finally {
  await client.close();
}
