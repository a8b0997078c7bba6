// Verifies addresses from this machine, without a service. Those of sandbox.test need no network.
import { judge } from 'mailvet';
import { createVerifier } from 'mailvet/verifier';

const verifier = createVerifier({
  limits: { single: 20_000 },
  pacing: { connections: 20 },
});

const findings = await verifier.verifyAll(['ann@sandbox.test', 'full@sandbox.test', 'no address']);
for (const finding of findings) {
  console.log(finding.email, judge(finding).verdict, finding.reason, finding.score);
}
await verifier.close();
