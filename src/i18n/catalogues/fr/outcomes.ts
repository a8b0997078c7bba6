import type { TranslatedArea } from '../../catalogue.ts';
import type { outcomes as english } from '../en/outcomes.ts';

export const outcomes: TranslatedArea<typeof english> = {
  title: 'Rebonds',
  intro:
    'Ce que sont devenus vos e-mails : rebonds, plaintes et remises que les fournisseurs signalent ou que mailvet learn lit. La prochaine vérification d’une adresse en tient compte.',
  addresses: 'URL pour vos fournisseurs',
  addresses_intro:
    'Créez une URL et collez-la là où le fournisseur demande une URL de webhook. Un signalement ne compte qu’avec la signature du fournisseur.',
  hint_ses:
    'Dans Amazon SNS, abonnez cette URL, en HTTPS, à la rubrique de vos événements SES. L’abonnement se confirme tout seul.',
  hint_sendgrid:
    'Dans SendGrid, sous Mail Settings, Event Webhook : activez la signature et collez ici sa clé de vérification.',
  hint_mailgun:
    'Dans Mailgun, sous Webhooks : copiez la clé de signature des webhooks HTTP et collez-la ici.',
  hint_postmark:
    'Dans Postmark, sous Webhooks du message stream : choisissez Bounce, Spam Complaint et Delivery. L’URL elle-même est le secret.',
  create: 'Créer l’URL',
  renew: 'Remplacer l’URL',
  confirm_renew: 'Remplacer l’URL de {provider} ? L’actuelle cessera aussitôt de fonctionner.',
  address_of: 'URL pour {provider}',
  copy_now: 'Copiez l’URL maintenant. Elle ne sera plus affichée.',
  address_hidden:
    'L’URL est en service et ne peut plus être affichée : remplacez-la si vous l’avez perdue.',
  key_of: 'Clé de signature de {provider}',
  save_key: 'Enregistrer la clé',
  key_known: 'Une clé est enregistrée.',
  key_missing: 'Sans la clé, tout signalement est refusé.',
  never: 'Rien n’a encore été reçu.',
  reported:
    'Dernier signalement : {time}. {count, plural, one {# résultat d’envoi} other {# résultats d’envoi}} en tout.',
  came: 'Reçu : {count, plural, one {# résultat d’envoi} other {# résultats d’envoi}}',
  caption: 'Les derniers résultats d’envoi',
  read_at: 'Lu',
  outcome: 'Résultat d’envoi',
  domain: 'Domaine',
  happened: 'Quand',
  reply: 'Réponse',
  source: 'Source',
  none: 'Pas encore de résultat d’envoi. mailvet learn les lit dans les rebonds et les exports.',
  unknown_time: 'inconnu',
  kind_delivered: 'remis',
  kind_no_mailbox: 'pas de boîte',
  kind_full: 'boîte pleine',
  kind_disabled: 'boîte désactivée',
  kind_blocked: 'bloqué',
  kind_deferred: 'différé',
  kind_complaint: 'plainte',
  kind_undecided: 'indéterminé',
  done_created: 'L’URL est prête : collez-la chez le fournisseur.',
  done_key: 'La clé de signature a été enregistrée.',
};
