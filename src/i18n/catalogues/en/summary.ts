/** How many addresses a list has. */
export const summary = {
  addresses: '{count, plural, one {# address} other {# addresses}}',
  addresses_in_rows: '{addresses} in {count, plural, one {# row} other {# rows}}',
} as const;
