import type { TranslatedArea } from '../../catalogue.ts';
import type { editList as english } from '../en/edit-list.ts';

export const editList: TranslatedArea<typeof english> = {
  back: 'Zurück zur Liste',
  name_and_folder: 'Name und Ordner',
  rename: 'Umbenennen',
  move: 'Verschieben',
  folder_example: 'z. B. Frühjahrskampagne; leer: keiner',
  share: 'Bericht teilen',
  share_note:
    'Wer den Link hat, sieht den Bericht ohne Anmeldung, bis der Link abläuft. Er nennt keine Adresse.',
  copy_now: 'Kopieren Sie den Link jetzt. Er wird nicht noch einmal angezeigt.',
  no_report: 'Die Liste hat noch keinen Bericht.',
  expires_after: 'Läuft ab nach',
  days: '{count, plural, one {# Tag} other {# Tagen}}',
  create_link: 'Link erstellen',
  links: 'Aktive Links zum Bericht',
  by: 'Von',
  expires: 'Läuft ab',
  confirm_revoke: 'Diesen Link widerrufen? Wer ihn hat, sieht den Bericht nicht mehr.',
  revoke: 'Widerrufen',
  renamed: 'Die Liste ist umbenannt.',
  moved: 'Die Liste ist verschoben.',
  revoked: 'Der Link ist widerrufen.',
};
