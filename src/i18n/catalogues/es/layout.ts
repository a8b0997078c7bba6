import type { TranslatedArea } from '../../catalogue.ts';
import type { layout as english } from '../en/layout.ts';

export const layout: TranslatedArea<typeof english> = {
  skip_to_content: 'Ir al contenido',
  account: 'Cuenta',
  api_docs: 'Documentación de la API',
  sign_out: 'Cerrar sesión',
  member_of: '{role, select, owner {propietario} other {miembro}} de {team}',
  teams: 'Equipos',
  switch_to: 'Cambiar a {team}',
  settings: 'Ajustes',
  home: 'Inicio',
  lists: 'Listas',
  check_an_address: 'Verificar<long> una dirección</long>',
  do_not_mail: 'Exclusiones',
  team: 'Equipo',
  people: 'Personas',
  api: 'API',
  keys: 'Claves',
  api_batches: 'Lotes de API',
  webhooks: 'Webhooks',
  outcomes: 'Resultados de envíos',
  activity_log: 'Registro de actividad',
  mail_servers: 'Servidores de correo',
  pages: 'Páginas',
  problem_for_members:
    'Las nuevas comprobaciones están en pausa por un problema técnico; su administrador ya lo sabe.',
  and_more: '(y {count, number} más)',
  what_to_do: 'Qué hacer',
  state_of_service: 'Estado del servicio',
  typing_errors: 'Errores de escritura',
  name_and_logo: 'Nombre y logotipo',
};
