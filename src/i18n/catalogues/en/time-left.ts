/** How long something will take, and what it waits for. */
export const timeLeft = {
  left: '{time} left',
  rest: 'waiting for a provider, next try in {time}',
  hosts: 'waiting for slow mail servers ({count, plural, one {# address} other {# addresses}})',
} as const;
