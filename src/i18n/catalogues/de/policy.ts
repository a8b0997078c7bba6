import type { TranslatedArea } from '../../catalogue.ts';
import type { policy as english } from '../en/policy.ts';

export const policy: TranslatedArea<typeof english> = {
  title: 'Regeln',
  intro: 'Legen Sie fest, was für Ihr Team als zustellbar oder riskant gilt.',
  where:
    'Nach diesen Regeln werden Listen bewertet: Zahlen, Zeilen, Downloads und Berichte, auch von schon geprüften Listen. Die Ergebnisse der API ändern sich nicht.',
  common: 'Häufige Regeln',
  rule_no_disposable: 'Wegwerfadressen sind unzustellbar',
  rule_no_free: 'Adressen von Freemail-Anbietern wie gmail.com sind riskant',
  rule_role: 'Funktionsadressen wie info@ und support@ sind zustellbar',
  rule_accept_all: 'Catch-all-Adressen sind zustellbar, außer Wegwerfadressen',
  rule_full: 'Volle Postfächer sind riskant',
  common_hint:
    'Ohne diese Regeln zählt Freemail wie jede andere Adresse; Wegwerf-, Funktions- und Catch-all-Adressen sind riskant, volle Postfächer unzustellbar.',
  list_allow: 'Erlaubt: nie riskant',
  list_allow_hint: 'Eine Domain oder Adresse pro Zeile. Eine Domain schließt ihre Subdomains ein.',
  list_disposable: 'Gesperrt: wie Wegwerfadressen',
  list_disposable_hint:
    'Eine Domain oder Adresse pro Zeile. Sie gehören nie zu den sicheren Zeilen. Um sie ohne Prüfung auszulassen, gibt es die <suppressions>Sperrliste</suppressions>.',
  other_rules:
    '{count, plural, one {# weitere Regel steht} other {# weitere Regeln stehen}} unten im JSON: Speichern ändert daran hier nichts.',
  rest_title: 'Alle Regeln als JSON',
  rest: 'Für Regeln nach Anbieter, Punktzahl oder mehreren Bedingungen. Es sind dieselben Regeln: Die häufigen Regeln oben stehen mit darin.',
  example: 'Beispiel',
  all_reasons: 'Alle Gründe von Ergebnissen (englisch)',
  save_json: 'JSON speichern',
  field: 'Regeln (JSON)',
  hint: 'Domains und Adressen von „lists“ schreiben Sie hier selbst hin: Eine Datei lässt sich nicht angeben. Schwellen haben hier keine Wirkung.',
  save: 'Regeln speichern',
  saving: 'Wird gespeichert…',
  not_saved:
    'Die Regeln haben {count, plural, one {# Fehler} other {# Fehler}} und wurden nicht gespeichert:',
  remove_text: 'Ohne eigene Regeln gilt die Einstufung des Dienstes.',
  done_saved: 'Die Regeln sind gespeichert.',
  done_removed: 'Die Regeln sind entfernt.',
  applies: 'Nach den Regeln Ihres Teams bewertet.',
  unreadable:
    'Diese Version von mailvet kann die Regeln Ihres Teams nicht lesen: Die Zahlen entsprechen der letzten Bewertung, und Downloads gibt es erst wieder, wenn ein Inhaber die Regeln berichtigt hat.',
  by_rule: 'Regeln: die Regel in Zeile {line}',
  by_allow: 'Regeln: die Liste „allow“',
  by_disposable: 'Regeln: die Liste „disposable“',
  being_applied:
    'Die Regeln Ihres Teams haben sich geändert: Die Zahlen einiger Listen werden gleich aktualisiert.',
  open: 'Regeln öffnen',
};
