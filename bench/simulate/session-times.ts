/**
 * How long a session takes, in milliseconds: a mail host 40 ms away, as between data centres of one
 * continent. What a host thinks about is what `bench/verifier` has for large providers.
 */
const ROUND_TRIP = 40;
/** Connection, greeting, EHLO, STARTTLS, EHLO, MAIL and QUIT. */
const ROUND_TRIPS_OF_SESSION = 7;
const GREETING = 150;
/** For each recipient, after the first round trip of a pipelined group. */
const RECIPIENT = 30;

export function sessionTime(recipients: number): number {
  return (ROUND_TRIPS_OF_SESSION + 1) * ROUND_TRIP + GREETING + recipients * RECIPIENT;
}

/** The routes of a batch of 1,000 addresses are known after that. */
export const RESOLVE_TIME = 1500;
/** A part of small hosts: the slowest of some 200 hosts decides. They share no places. */
export const SMALL_HOSTS_TIME = 20_000;
