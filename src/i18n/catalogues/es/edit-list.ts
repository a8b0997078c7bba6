import type { TranslatedArea } from '../../catalogue.ts';
import type { editList as english } from '../en/edit-list.ts';

export const editList: TranslatedArea<typeof english> = {
  back: 'Volver a la lista',
  name_and_folder: 'Nombre y carpeta',
  rename: 'Renombrar',
  move: 'Mover',
  folder_example: 'p. ej. Campaña de primavera; vacío: ninguna',
  share: 'Compartir el informe',
  share_note:
    'Quien tenga el enlace puede ver el informe sin iniciar sesión hasta que el enlace caduque. El informe no contiene direcciones.',
  copy_now: 'Copie el enlace ahora. No volverá a verlo.',
  no_report: 'La lista aún no tiene informe.',
  expires_after: 'Caduca tras',
  days: '{count, plural, one {# día} other {# días}}',
  create_link: 'Crear un enlace',
  links: 'Enlaces activos al informe',
  by: 'Por',
  expires: 'Caduca',
  confirm_revoke: '¿Revocar este enlace? Quien lo tenga ya no verá el informe.',
  revoke: 'Revocar',
  renamed: 'Se ha cambiado el nombre de la lista.',
  moved: 'La lista se ha movido.',
  revoked: 'El enlace está revocado.',
};
