import {
  boundsText,
  nameOf,
  type OperationObject,
  operationsOf,
  type SchemaObject,
  schemaOf,
} from '../../src/http/docs/reference.ts';
import { EXAMPLES } from '../../src/http/examples.ts';
import { openApiDocument } from '../../src/http/openapi.ts';
import { code, generatedFrom, plain, table } from './markdown.ts';

export function httpPage(): string {
  const { paths, components, info } = openApiDocument();
  const operations = operationsOf(paths);
  const common = commonErrors(operations);
  return [
    '# HTTP interface',
    `${generatedFrom('the OpenAPI 3.1 document')} A running service has that document at \`/api/v1/openapi.json\`, ` +
      'and the same for people at `/docs`.',
    info.description,
    'Each request carries `Authorization: Bearer <key>`. An error has a JSON body with `error`, a sentence.',
    table(
      ['operation', 'path', 'key'],
      operations.map((one) => [
        `[${one.summary}](#${slug(one.summary)})`,
        code(`${one.method} ${one.path}`),
        keyText(one),
      ]),
    ),
    '## Errors of most operations',
    'Each operation names the statuses that it has; those with words of their own stand with it.',
    table(
      ['status', 'when'],
      [...common].map((line) => line.split('\n')),
    ),
    ...operations.flatMap((one) => operationSection(one, common)),
    '## Schemas',
    ...Object.entries(components.schemas as Record<string, SchemaObject>).flatMap(schemaSection),
  ].join('\n\n');
}

function keyText({ security }: OperationObject): string {
  if (!security) return 'any';
  const scope = security[0].apiKey?.[0];
  return scope === undefined ? 'none: a token' : `scope ${code(scope)}`;
}

const slug = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

/** `status`, a line end, and its words: errors that several operations have word for word. */
function commonErrors(operations: readonly OperationObject[]): ReadonlySet<string> {
  const lines = operations.flatMap(({ responses }) =>
    Object.entries(responses).map(([status, response]) => errorLine(status, response.description)),
  );
  const counts = Map.groupBy(lines, (line) => line);
  const common = [...counts].filter(([line, all]) => all.length >= 4 && !line.startsWith('2'));
  return new Set(common.map(([line]) => line).sort());
}

const errorLine = (status: string, words: string) => `${status}\n${plain(words)}`;

function operationSection(operation: OperationObject, common: ReadonlySet<string>): string[] {
  const { summary, description, method, path, tags, parameters = [], requestBody } = operation;
  return [
    `## ${summary}`,
    code(`${method} ${path}`),
    plain(description) +
      (tags?.includes('Extensions') ? ' An extension: other services may lack it.' : ''),
    ...(parameters.length === 0
      ? []
      : [
          table(
            ['parameter', 'type', ''],
            parameters.map(({ name, required = false, description: text, schema }) =>
              fieldRow(name, { ...(text && { description: text }), ...schema }, required),
            ),
          ),
        ]),
    ...(requestBody ? [`Body: ${typeText(schemaOf(requestBody))}`] : []),
    ...responseLines(operation, common),
  ];
}
/** Responses; common errors with their status only. */
function responseLines({ responses }: OperationObject, common: ReadonlySet<string>): string[] {
  const all = Object.entries(responses);
  const own = all.filter(
    ([status, { description }]) => !common.has(errorLine(status, description)),
  );
  const statuses = all.filter((one) => !own.includes(one)).map(([status]) => status);
  const lines = own.map(([status, response]) =>
    [`- ${status}: ${plain(response.description)}`, typeText(schemaOf(response))]
      .filter((words) => words !== '')
      .join('. '),
  );
  const link = '[Errors](#errors-of-most-operations)';
  return [lines.join('\n'), ...(statuses.length ? [`${link}: ${statuses.join(', ')}`] : [])];
}

function schemaSection([name, schema]: readonly [string, SchemaObject]): string[] {
  const { properties = {}, required = [] } = schema;
  const example = EXAMPLES[name as keyof typeof EXAMPLES];
  return [
    `### ${name}`,
    table(
      ['field', 'type', ''],
      Object.entries(properties).map(([field, property]) =>
        fieldRow(field, property, required.includes(field)),
      ),
    ),
    `\`\`\`json\n${JSON.stringify(example, undefined, 2)}\n\`\`\``,
  ];
}

function fieldRow(field: string, schema: SchemaObject, isNeeded: boolean): string[] {
  const notes = [schema.description && plain(schema.description), boundsText(schema)];
  return [
    code(field) + (isNeeded ? '' : ', optional'),
    typeText(schema),
    notes.filter(Boolean).join('. '),
  ];
}

/** `string`, `array of string`, a link to the schema, `… or null`. */
function typeText({ $ref, anyOf, items, format, type }: SchemaObject): string {
  if ($ref) return `[${nameOf($ref)}](#${nameOf($ref).toLowerCase()})`;
  if (anyOf) return anyOf.map(typeText).join(' or ');
  if (items) return `array of ${typeText(items)}`;
  return format === 'date-time' ? 'date and time' : [type ?? 'any'].flat().join(' or ');
}
