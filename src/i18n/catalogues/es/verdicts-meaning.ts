import type { TranslatedArea } from '../../catalogue.ts';
import type { verdictsMeaning as english } from '../en/verdicts-meaning.ts';

export const verdictsMeaning: TranslatedArea<typeof english> = {
  deliverable: 'El buzón existe y acepta correo.',
  risky:
    'El correo puede aceptarse y no leerse nunca, o rebotar más tarde: dominio catch-all, dirección desechable o genérica. O está en la lista de exclusión: no se ha verificado.',
  undeliverable: 'El correo rebotará: el buzón o el dominio no existe, o no es una dirección.',
  unknown: 'Hoy no se sabe: el servidor de correo no dio una respuesta clara o no hay resultado.',
};
