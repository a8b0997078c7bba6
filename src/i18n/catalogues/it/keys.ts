import type { TranslatedArea } from '../../catalogue.ts';
import type { keys as english } from '../en/keys.ts';

export const keys: TranslatedArea<typeof english> = {
  title: 'Chiavi',
  create_title: 'Crea una chiave',
  intro:
    'Colleghi sito web, CRM o script con una chiave API. <link>Leggi la documentazione API</link>.',
  team_keys: 'Chiavi del team',
  name: 'Nome',
  key: 'Chiave',
  scopes: 'Permessi',
  created_by: 'Creata da',
  by_command_line: 'riga di comando',
  last_used: 'Ultimo uso',
  expires: 'Scade',
  no_name: 'senza nome',
  none: 'Ancora nessuna chiave.',
  name_example: 'Negozio online',
  expires_optional: 'Scade (facoltativo)',
  what_it_can_do: 'Che cosa può fare',
  scope_verify: 'verificare indirizzi, creare e annullare batch',
  scope_read: 'leggere lo storico e i batch con i risultati',
  scope_manage: 'eliminare batch, modificare la lista di esclusione',
  scope_learn: 'inviare gli esiti degli invii',
  new_key: 'La Sua nuova chiave',
  copy_now: 'Copi la chiave ora. Non sarà più mostrata.',
  api_key: 'Chiave API',
  expired: 'Scaduta',
  confirm_revoke:
    'Revocare la chiave {name}? I programmi che la usano smettono subito di funzionare.',
  revoke_key: 'Revoca {name}',
  revoke: 'Revoca',
  revoked_at: 'revocata: {time}',
  done_revoked: 'La chiave è revocata.',
  write_day: 'Scriva l’ultimo giorno come 2027-01-31',
};
