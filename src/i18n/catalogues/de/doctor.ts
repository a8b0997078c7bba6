import type { TranslatedArea } from '../../catalogue.ts';
import type { doctor as english } from '../en/doctor.ts';

export const doctor: TranslatedArea<typeof english> = {
  check_settings: 'Einstellungen',
  check_port_25: 'Port 25',
  check_dns: 'DNS {server}',
  check_reverse: 'Reverse-DNS',
  check_block_list: 'Sperrliste {list}',
  check_verifier: 'Prüfer-Einstellungen',
  health_pass: 'gut',
  health_warn: 'Achtung',
  health_fail: 'Fehler',
  version: 'Version {version}',
  no_egress: 'kein Ausgang ist eingerichtet',
  repaired: '{path} war für andere lesbar: repariert',
  key_not_needed: 'keiner nötig: Der eingebaute Dienst arbeitet',
  embedded: 'eingebaut, {path}',
  takes_key: '{url} nimmt den Schlüssel an',
  takes_key_account: '{url} nimmt den Schlüssel an; {fault}',
  nothing_left: 'Bis dahin wird nichts geprüft: Erhöhen Sie das Kontingent, oder warten Sie',
  dns_slow: 'antwortet nach {time} ms',
  dns_nearer: 'Ein näherer Resolver macht Listen schneller: siehe --dns',
  dns_good: '{domain} hat Mailserver ({host}), {time} ms; unbekannte Namen werden verneint',
  dns_no_hosts: 'Die Mailserver von {domain} sind nicht zu finden',
  dns_check_resolvers: 'Prüfen Sie die Resolver des Rechners, oder geben Sie andere mit --dns an',
  dns_not_believed:
    'Prüfungen glauben ihm nicht: Geben Sie einen anderen mit --dns an; in einem geschlossenen Netz ohne Root: --dns-check off',
  dns_own_root: 'Er hat eine eigene Root ohne com: Er kennt keine Domain der Welt',
  dns_denies_root:
    'Er verneint, dass es die DNS-Root gibt, wie ein Server, der jeden Namen verneint',
  dns_invents:
    'Er hat eine Antwort für einen Namen, den es nicht geben kann (RFC 6761), wie Sperrseiten',
  dns_refuses: 'Er verweigert die Antwort (REFUSED oder SERVFAIL)',
  dns_silent: 'Er antwortet nicht',
  dns_gives: 'Er liefert {address} für einen Namen, den es nicht gibt ({name})',
  dns_look_alive:
    'Domains, die es nicht gibt, wirken durch ihn lebendig: Geben Sie einen anderen mit --dns an',
  port_open: 'ausgehende Verbindungen werden durchgelassen ({host})',
  skipped_dns: 'ausgelassen (braucht DNS, um einen Mailserver zu finden)',
  port_closed:
    'keine Verbindung zu {text}: Postfächer lassen sich nicht prüfen, Ergebnisse beruhen nur auf DNS',
  port_ask_provider:
    'Die meisten Clouds und Heimanschlüsse sperren Port 25: Fragen Sie den Anbieter, oder starten Sie mailvet serve, wo er offen ist',
  skipped_port_25:
    'ausgelassen (braucht Port 25, um die öffentliche Adresse dieses Rechners zu erfahren)',
  skipped_no_host: 'ausgelassen (kein Mailserver sagte, welche Adresse er sieht)',
  skipped_ipv4: 'ausgelassen ({address} ist keine IPv4-Adresse)',
  helo_no_address: '{name} hat keine Adresse im DNS',
  helo_not_full: '„{name}“ ist kein vollständiger Name',
  helo_give_name: 'Geben Sie den Namen dieses Rechners mit {command} an',
  helo_make_record:
    'Mailserver könnten uns abweisen: Legen Sie einen A-Eintrag dafür an, oder geben Sie einen anderen Namen mit {command} an',
  name_no_name: '{address} hat keinen Namen',
  name_good: '{address} ist {name}, und HELO sagt dasselbe',
  list_clean: 'unsere Adresse steht nicht darauf',
  list_silent: 'sie gab keine Antwort',
  list_not_served: 'sie bedient diesen Resolver nicht',
  list_listed: 'unsere Adresse ist gelistet ({text})',
  list_use_own:
    'Sperrlisten antworten öffentlichen Resolvern nicht: Verwenden Sie einen eigenen (--dns)',
  list_own_resolver: 'Verwenden Sie einen eigenen Resolver (--dns)',
  list_taken_off:
    'Mailserver, die {list} fragen, werden uns abweisen: Bitten Sie dort um Streichung, oder prüfen Sie von anderswo',
};
