import type { TranslatedArea } from '../../catalogue.ts';
import type { doctor as english } from '../en/doctor.ts';

export const doctor: TranslatedArea<typeof english> = {
  check_settings: 'réglages',
  check_port_25: 'port 25',
  check_dns: 'DNS {server}',
  check_reverse: 'DNS inverse',
  check_block_list: 'liste de blocage {list}',
  check_verifier: 'réglages du vérificateur',
  health_pass: 'ok',
  health_warn: 'attention',
  health_fail: 'échec',
  version: 'version {version}',
  no_egress: 'aucune sortie n’est configurée',
  repaired: 'd’autres pouvaient lire {path} : réparé',
  key_not_needed: 'aucune n’est nécessaire : le service intégré fonctionne',
  embedded: 'intégré, {path}',
  takes_key: '{url} accepte la clé',
  takes_key_account: '{url} accepte la clé ; {fault}',
  nothing_left: 'Rien n’est vérifié d’ici là : augmentez le quota, ou attendez',
  dns_slow: 'répond après {time} ms',
  dns_nearer: 'Un résolveur plus proche accélère les listes : voir --dns',
  dns_good:
    '{domain} a des serveurs de messagerie ({host}), {time} ms ; les noms inconnus sont refusés',
  dns_no_hosts: 'Les serveurs de messagerie de {domain} sont introuvables',
  dns_check_resolvers: 'Vérifiez les résolveurs de la machine, ou indiquez-en d’autres avec --dns',
  dns_not_believed:
    'Les vérifications ne le croient pas : indiquez-en un autre avec --dns ; dans un réseau fermé sans racine : --dns-check off',
  dns_own_root: 'Il a sa propre racine, sans com : il ne connaît aucun domaine du monde',
  dns_denies_root: 'Il nie l’existence de la racine DNS, comme un serveur qui nie tout nom',
  dns_invents: 'Il répond pour un nom qui ne peut exister (RFC 6761), comme les pages de blocage',
  dns_refuses: 'Il refuse de répondre (REFUSED ou SERVFAIL)',
  dns_silent: 'Il ne répond pas',
  dns_gives: 'Il donne {address} pour un nom qui n’existe pas ({name})',
  dns_look_alive:
    'Des domaines inexistants semblent exister par lui : indiquez-en un autre avec --dns',
  port_open: 'les connexions sortantes passent ({host})',
  skipped_dns: 'ignoré (il faut le DNS pour trouver un serveur)',
  port_closed:
    'pas de connexion à {text} : les boîtes ne peuvent être sondées, les résultats ne reposent que sur le DNS',
  port_ask_provider:
    'La plupart des clouds et lignes privées ferment le port 25 : demandez au fournisseur, ou lancez mailvet serve là où il est ouvert',
  skipped_port_25: 'ignoré (il faut le port 25 pour connaître l’adresse publique de cette machine)',
  skipped_no_host: 'ignoré (aucun serveur n’a dit quelle adresse il voit)',
  skipped_ipv4: 'ignoré ({address} n’est pas une adresse IPv4)',
  helo_no_address: '{name} n’a pas d’adresse dans le DNS',
  helo_not_full: '« {name} » n’est pas un nom complet',
  helo_give_name: 'Donnez le nom de cette machine avec {command}',
  helo_make_record:
    'Des serveurs peuvent nous refuser : créez un enregistrement A, ou donnez un autre nom avec {command}',
  name_no_name: '{address} n’a pas de nom',
  name_good: '{address} est {name}, et HELO le dit aussi',
  list_clean: 'notre adresse n’y figure pas',
  list_silent: 'elle n’a pas répondu',
  list_not_served: 'elle ne sert pas ce résolveur',
  list_listed: 'notre adresse est listée ({text})',
  list_use_own: 'Les listes ne répondent pas aux résolveurs publics : utilisez le vôtre (--dns)',
  list_own_resolver: 'Utilisez votre propre résolveur (--dns)',
  list_taken_off:
    'Les serveurs qui consultent {list} nous refuseront : demandez le retrait, ou vérifiez d’ailleurs',
};
