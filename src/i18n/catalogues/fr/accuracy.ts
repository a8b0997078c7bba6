import type { TranslatedArea } from '../../catalogue.ts';
import type { accuracy as english } from '../en/accuracy.ts';

export const accuracy: TranslatedArea<typeof english> = {
  title: 'Exactitude',
  intro:
    'Combien de fois les résultats étaient justes : ce qui a été trouvé d’une adresse, à côté de ce que sont devenus les messages envoyés jusqu’à 30 jours après.',
  nothing_known:
    'Aucun retour n’est connu pour {count, plural, one {# adresse vérifiée} other {# adresses vérifiées}} depuis le {since} : rien ne peut encore être dit. mailvet learn lit les rebonds et les remises, et les fournisseurs les signalent.',
  rests_on:
    'Repose sur {count, plural, one {# retour} other {# retours}} ({delivered, number} remis, {bounced, number} rebonds) pour {verified, number} adresses vérifiées depuis le {since}.',
  of_outcomes: 'Les parts portent sur les adresses avec un retour.',
  of_verified:
    'Les parts portent sur toutes les adresses vérifiées, comme si les messages aux autres étaient arrivés : la réalité peut être pire.',
  undated:
    '{count, plural, one {# retour sans date compte} other {# retours sans date comptent}} à partir de leur lecture.',
  cut: 'Il y a plus de résultats qu’il n’en est lu à la fois : seuls les plus récents comptent.',
  rules: 'Règles, les pires d’abord',
  rules_caption: 'Règles selon les démentis',
  verdicts: 'Par verdict',
  hosts: 'Par serveur de messagerie',
  rule: 'Règle',
  outcomes: 'Retours',
  contradicted: 'Démentis',
  share: 'Part (intervalle à 95 %)',
  share_between: '{share} ({low} à {high})',
  allowed: 'Permis',
  no_promise: 'ne promet rien',
  replies: 'Réponses',
  times: '{count, number} ×',
  verified: 'Vérifiées',
  delivered: 'Remis',
  bounced: 'Rebonds',
  host: 'Serveur de messagerie',
  no_rows: 'Aucune.',
};
