import type { TranslatedArea } from '../../catalogue.ts';
import type { upload as english } from '../en/upload.ts';

export const upload: TranslatedArea<typeof english> = {
  choose:
    '<pointer>Suelte un archivo aquí o elija uno</pointer><touch>Elija un archivo</touch>: CSV, Excel, texto o JSON, también comprimido (.gz, .zst, .zip)',
  most: 'Hasta {rows, number} filas o {size}. Los duplicados se verifican una sola vez.',
  start_at_once: 'Iniciar enseguida, sin la estimación',
  column_not_found: '¿No se encontró la columna de correo?',
  column: 'Columna de correo (opcional)',
  column_example: 'p. ej. Correo del trabajo o 3',
  uploading: 'Subiendo…',
  send: 'Subir la lista',
  uploaded: 'Subido',
  too_large: '{name} ocupa {size}; el límite es {most}. Divídalo o use la línea de comandos.',
  no_list: '{name} no es una lista: elija un archivo CSV, Excel, OpenDocument, de texto o JSON.',
  empty: '{name} está vacío.',
  sending: '{percent} % de {size}',
  reading: 'Ha llegado. Se está leyendo la lista…',
  lost: 'La conexión se cortó y no se conservó nada: suba la lista de nuevo.',
  error: 'Error {status}',
  file: 'Un archivo: CSV, Excel, líneas simples o JSON',
  column_if_missing: 'Columna de correo, si no se encuentra',
  name_or_number: 'nombre o número',
  paste: 'O pegue direcciones',
  paste_label: 'Direcciones, una por línea, o cualquier texto que las contenga',
  paste_reading: 'Leyendo…',
  use_addresses: 'Usar estas direcciones',
  sample: 'Probar una lista de ejemplo',
  sample_note:
    '{count, number} filas con todo tipo de resultados; gratis, y no se envía nada a nadie',
};
