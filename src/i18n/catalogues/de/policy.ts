import type { TranslatedArea } from '../../catalogue.ts';
import type { policy as english } from '../en/policy.ts';

export const policy: TranslatedArea<typeof english> = {
  title: 'Regeln',
  intro:
    'Ihre eigenen Regeln für die Ergebnisse Ihrer Listen, im JSON von mailvet.json: was für Sie zustellbar oder riskant ist.',
  where:
    'Nach ihnen werden Listen beurteilt: Zahlen, Zeilen, Downloads und Berichte, auch von schon geprüften Listen. Die API bleibt, wie der Dienst urteilt.',
  field: 'Regeln und Listen (JSON)',
  hint: 'Domains und Adressen von „lists“ stehen hier selbst: Eine Datei kann nicht genannt werden. Schwellen wirken hier nicht.',
  save: 'Regeln speichern',
  saving: 'Wird gespeichert…',
  not_saved:
    'Die Regeln haben {count, plural, one {# Fehler} other {# Fehler}} und wurden nicht gespeichert:',
  remove_text: 'Ohne eigene Regeln gilt das Urteil des Dienstes.',
  done_saved: 'Die Regeln sind gespeichert.',
  done_removed: 'Die Regeln sind entfernt.',
  applies: 'Nach den Regeln Ihres Teams beurteilt.',
  unreadable:
    'Diese Version von mailvet kann die Regeln Ihres Teams nicht lesen: Die Zahlen sind, wie zuletzt beurteilt wurde, und Downloads gibt es erst, wenn ein Eigentümer sie berichtigt hat.',
  by_rule: 'Regeln: die Regel in Zeile {line}',
  by_allow: 'Regeln: die Liste „allow“',
  by_disposable: 'Regeln: die Liste „disposable“',
  being_applied:
    'Die Regeln Ihres Teams haben sich geändert: Die Zahlen einiger Listen folgen gleich.',
  open: 'Regeln öffnen',
};
