import type { TranslatedArea } from '../../catalogue.ts';
import type { policy as english } from '../en/policy.ts';

export const policy: TranslatedArea<typeof english> = {
  title: 'Regeln',
  intro:
    'Ihre eigenen Regeln für die Ergebnisse Ihrer Listen, im JSON von mailvet.json: was für Sie zustellbar oder riskant ist.',
  where:
    'Nach ihnen werden Downloads und Berichte von Listen beurteilt, auch von schon geprüften. Die Zahlen und Zeilen auf den Seiten und die API bleiben, wie der Dienst urteilt.',
  field: 'Regeln und Listen (JSON)',
  hint: 'Domains und Adressen von „lists“ stehen hier selbst: Eine Datei kann nicht genannt werden. Schwellen wirken hier nicht.',
  save: 'Speichern',
  saving: 'Wird gespeichert…',
  not_saved:
    'Die Regeln haben {count, plural, one {# Fehler} other {# Fehler}} und wurden nicht gespeichert:',
  remove_text: 'Ohne eigene Regeln gilt das Urteil des Dienstes.',
  done_saved: 'Die Regeln sind gespeichert.',
  done_removed: 'Die Regeln sind entfernt.',
  applies:
    'Downloads und Bericht sind nach den Regeln Ihres Teams beurteilt, die Zahlen auf dieser Seite nicht.',
  open: 'Regeln öffnen',
};
