import type { TranslatedArea } from '../../catalogue.ts';
import type { batches as english } from '../en/batches.ts';

export const batches: TranslatedArea<typeof english> = {
  title: 'API-Batches',
  intro:
    'Batches, die Programme mit einem API-Schlüssel eingereicht haben. Batches von Listen finden Sie unter <link>Listen</link>.',
  caption: 'Mit API-Schlüssel eingereichte Batches, neueste zuerst',
  none: 'Noch kein Batch: Reichen Sie einen mit einem API-Schlüssel ein.',
  batch: 'Batch',
  as_loaded: 'Stand beim Laden dieser Seite.',
  addresses_caption: 'Adressen in der Reihenfolge der Einreichung',
  no_address: 'Keine Adresse auf dieser Seite.',
  progress: 'Fortschritt',
  created_at: 'erstellt: {time}',
  addresses_processed: 'Verarbeitete Adressen',
  of_processed: '<done></done> von {total, number} verarbeitet',
  identifier: 'Kennung: <code></code>',
  confirm_cancel: 'Diesen Batch abbrechen? Noch nicht geprüfte Adressen bleiben ungeprüft.',
  cancel: 'Batch abbrechen',
  results: 'Ergebnisse',
  what_these_mean: 'Was das bedeutet',
  waiting: 'wartet',
  state_completed: 'Abgeschlossen',
  state_cancelled: 'Abgebrochen',
  cancelled: 'abgebrochen',
  could_not_verify: 'konnte nicht geprüft werden',
};
