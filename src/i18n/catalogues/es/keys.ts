import type { TranslatedArea } from '../../catalogue.ts';
import type { keys as english } from '../en/keys.ts';

export const keys: TranslatedArea<typeof english> = {
  title: 'Claves',
  create_title: 'Crear una clave',
  intro:
    'Conecte su sitio web, CRM o scripts con una clave de API. <link>Leer la documentación de la API</link>.',
  team_keys: 'Claves del equipo',
  name: 'Nombre',
  key: 'Clave',
  scopes: 'Permisos',
  created_by: 'Creada por',
  by_command_line: 'línea de comandos',
  last_used: 'Último uso',
  expires: 'Caduca',
  no_name: 'sin nombre',
  none: 'Aún no hay claves.',
  name_example: 'Tienda en línea',
  expires_optional: 'Caduca (opcional)',
  what_it_can_do: 'Qué puede hacer',
  scope_verify: 'verificar direcciones, crear y cancelar lotes',
  scope_read: 'leer el historial y los lotes con sus resultados',
  scope_manage: 'eliminar lotes, cambiar la lista de exclusión',
  scope_learn: 'enviar resultados de envíos',
  new_key: 'Su nueva clave',
  copy_now: 'Copie la clave ahora. No volverá a verla.',
  api_key: 'Clave de API',
  expired: 'Caducada',
  confirm_revoke:
    '¿Revocar la clave {name}? Los programas que la usan dejarán de funcionar de inmediato.',
  revoke_key: 'Revocar {name}',
  revoke: 'Revocar',
  revoked_at: 'revocada: {time}',
  done_revoked: 'La clave se ha revocado.',
  write_day: 'Escriba el último día como 2027-01-31',
};
