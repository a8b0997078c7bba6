import type { TranslatedArea } from '../../catalogue.ts';
import type { doctor as english } from '../en/doctor.ts';

export const doctor: TranslatedArea<typeof english> = {
  check_settings: 'ajustes',
  check_port_25: 'puerto 25',
  check_dns: 'DNS {server}',
  check_reverse: 'DNS inverso',
  check_block_list: 'lista de bloqueo {list}',
  check_verifier: 'ajustes del verificador',
  health_pass: 'bien',
  health_warn: 'aviso',
  health_fail: 'fallo',
  version: 'versión {version}',
  no_egress: 'no hay ninguna salida configurada',
  repaired: 'otros podían leer {path}: reparado',
  key_not_needed: 'no hace falta: funciona el servicio integrado',
  embedded: 'integrado, {path}',
  takes_key: '{url} acepta la clave',
  takes_key_account: '{url} acepta la clave; {fault}',
  nothing_left: 'Hasta entonces no se verifica nada: amplíe el plan, o espere',
  dns_slow: 'responde tras {time} ms',
  dns_nearer: 'Un resolutor más cercano acelera las listas: véase --dns',
  dns_good:
    '{domain} tiene servidores de correo ({host}), {time} ms; los nombres desconocidos se niegan',
  dns_no_hosts: 'No se encuentran los servidores de correo de {domain}',
  dns_check_resolvers: 'Compruebe los resolutores de la máquina, o indique otros con --dns',
  dns_not_believed:
    'Las comprobaciones no le creen: indique otro con --dns; en una red cerrada sin raíz: --dns-check off',
  dns_own_root: 'Tiene una raíz propia, sin com: no conoce ningún dominio del mundo',
  dns_denies_root: 'Niega que exista la raíz del DNS, como un servidor que niega todo nombre',
  dns_invents:
    'Responde por un nombre que no puede existir (RFC 6761), como las páginas de bloqueo',
  dns_refuses: 'Se niega a responder (REFUSED o SERVFAIL)',
  dns_silent: 'No responde',
  dns_gives: 'Da {address} para un nombre que no existe ({name})',
  dns_look_alive: 'Con él parecen vivos dominios que no existen: indique otro con --dns',
  port_open: 'las conexiones salientes pasan ({host})',
  skipped_dns: 'omitido (hace falta DNS para encontrar un servidor)',
  port_closed:
    'sin conexión con {text}: no se pueden sondear los buzones, los resultados se basan solo en DNS',
  port_ask_provider:
    'La mayoría de nubes y líneas domésticas cierran el puerto 25: pregunte al proveedor, o ejecute mailvet serve donde esté abierto',
  skipped_port_25:
    'omitido (hace falta el puerto 25 para saber la dirección pública de esta máquina)',
  skipped_no_host: 'omitido (ningún servidor dijo qué dirección ve)',
  skipped_ipv4: 'omitido ({address} no es una dirección IPv4)',
  helo_no_address: '{name} no tiene dirección en DNS',
  helo_not_full: '«{name}» no es un nombre completo',
  helo_give_name: 'Dé el nombre de esta máquina con {command}',
  helo_make_record:
    'Los servidores pueden rechazarnos: cree un registro A, o dé otro nombre con {command}',
  name_no_name: '{address} no tiene nombre',
  name_good: '{address} es {name}, y HELO lo dice',
  list_clean: 'nuestra dirección no está en ella',
  list_silent: 'no respondió',
  list_not_served: 'no atiende a este resolutor',
  list_listed: 'nuestra dirección está listada ({text})',
  list_use_own: 'Las listas no responden a resolutores públicos: use uno propio (--dns)',
  list_own_resolver: 'Use un resolutor propio (--dns)',
  list_taken_off:
    'Los servidores que consultan {list} nos rechazarán: pida allí que le quiten, o verifique desde otro lugar',
};
