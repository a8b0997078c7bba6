import type { TranslatedArea } from '../../catalogue.ts';
import type { keys as english } from '../en/keys.ts';

export const keys: TranslatedArea<typeof english> = {
  title: 'Clés',
  create_title: 'Créer une clé',
  intro:
    'Connectez votre site, votre CRM ou vos scripts avec une clé API. <link>Lire la documentation de l’API</link>.',
  team_keys: 'Clés de l’équipe',
  name: 'Nom',
  key: 'Clé',
  scopes: 'Autorisations',
  created_by: 'Créée par',
  by_command_line: 'ligne de commande',
  last_used: 'Dernière utilisation',
  expires: 'Expire',
  no_name: 'sans nom',
  none: 'Aucune clé.',
  name_example: 'Boutique en ligne',
  expires_optional: 'Expire (facultatif)',
  what_it_can_do: 'Ce qu’elle permet',
  scope_verify: 'vérifier des adresses, créer et annuler des lots',
  scope_read: 'lire l’historique et les lots avec leurs résultats',
  scope_manage: 'supprimer des lots, modifier la liste d’exclusion',
  scope_learn: 'transmettre les résultats d’envoi',
  new_key: 'Votre nouvelle clé',
  copy_now: 'Copiez la clé maintenant. Elle ne sera plus affichée.',
  api_key: 'Clé API',
  expired: 'Expirée',
  confirm_revoke:
    'Révoquer la clé {name} ? Les programmes qui l’utilisent cesseront aussitôt de fonctionner.',
  revoke_key: 'Révoquer {name}',
  revoke: 'Révoquer',
  revoked_at: 'révoquée : {time}',
  done_revoked: 'La clé est révoquée.',
  write_day: 'Écrivez le dernier jour sous la forme 2027-01-31',
};
