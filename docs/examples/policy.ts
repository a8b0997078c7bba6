/** Judges a result by the rules of a file. */
import { parsePolicy } from 'mailvet/policy';

const policy = parsePolicy(`{
  // Role addresses are wanted here; webmail of a domain that accepts everything is not.
  "rules": [
    { "if": { "reason": "role" }, "verdict": "deliverable" },
    { "if": { "reason": "accept_all", "free": true }, "verdict": "undeliverable" }
  ]
}`);

const verification = {
  ...{ valid: true, deliverable: true, acceptAll: false, role: true, temporary: false },
  ...{ mx: true, smtp: true, score: 90 },
};
const { verdict, reason, by } = policy.judge('info@example.com', verification);
console.log(`${verdict} (${reason}), by the rule of line ${by}`);
