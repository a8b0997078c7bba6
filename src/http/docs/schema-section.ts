import { type Html, html } from '../../lib/html.ts';
import { nameOf, type SchemaObject } from './read-document.ts';

export function schemaSection([name, schema]: readonly [string, SchemaObject]): Html {
  const { properties = {}, required = [], examples = [] } = schema;
  const rows = Object.entries(properties).map(([field, property]) =>
    fieldRow({ field, schema: property, needed: required.includes(field) }),
  );
  return html`<section id="schema-${name}" aria-labelledby="title-${name}">
<h3 id="title-${name}"><a href="#schema-${name}">${name}</a></h3>
<table>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows}</tbody>
</table>
${examples.map(jsonBlock)}
</section>`;
}

interface Field {
  readonly field: string;
  readonly schema: SchemaObject;
  readonly needed: boolean;
}

export function fieldRow({ field, schema, needed }: Field): Html {
  return html`<tr>
<th scope="row"><code>${field}</code>${needed ? '' : html` <small>optional</small>`}</th>
<td>${typeText(schema)}</td>
<td>${[schema.description, boundsText(schema)].filter(Boolean).join('. ')}</td>
</tr>`;
}

/** `string`, `array of string`, a link to the schema, `… or null`. */
export function typeText(schema: SchemaObject): Html {
  if (schema.$ref) {
    const name = nameOf(schema.$ref);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.anyOf) {
    const [first = {}, ...others] = schema.anyOf;
    return html`${typeText(first)}${others.map((each) => html` or ${typeText(each)}`)}`;
  }
  if (schema.items) return html`array of ${typeText(schema.items)}`;
  return html`${schema.format === 'date-time' ? 'date and time' : [schema.type ?? 'any'].flat().join(' or ')}`;
}

export function boundsText(schema: SchemaObject): string {
  const { minimum, maximum, minItems, maxItems } = schema;
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  const parts = [
    schema.enum && `One of ${schema.enum.join(', ')}`,
    rangeText(minimum, most),
    minItems !== undefined && `${rangeText(minItems, maxItems)} elements`,
    schema.default !== undefined && `Default ${JSON.stringify(schema.default)}`,
  ];
  return parts.filter(Boolean).join('. ');
}

function rangeText(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return '';
  return most === undefined ? `${least} or more` : `${least} to ${most}`;
}

export function jsonBlock(value: unknown): Html {
  return html`<pre tabindex="0"><code>${JSON.stringify(value, undefined, 2)}</code></pre>`;
}
