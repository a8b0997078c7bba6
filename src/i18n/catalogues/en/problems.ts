/** What keeps a service from deciding anything: sentences without their full stop. */
export const problems = {
  dns_failure: "DNS is not answering, so mail servers can't be found",
  dns_untrusted: 'DNS returns wrong answers here, so we ignore them',
  port_25_closed: 'No mail server can be reached: outbound port 25 is closed',
  blocked: 'Most providers refuse this server: its IP address is on a blocklist',
} as const;
