/** The parts of our own OpenAPI document that the page shows. */
export interface SchemaObject {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: SchemaObject;
  readonly anyOf?: readonly SchemaObject[];
  readonly properties?: Readonly<Record<string, SchemaObject>>;
  readonly required?: readonly string[];
  readonly examples?: readonly unknown[];
}

interface ParameterObject {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: SchemaObject;
}

interface Content {
  readonly content: { readonly 'application/json': { readonly schema: SchemaObject } };
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** `Extensions`, where it is one. */
  readonly tags?: readonly string[];
  readonly parameters?: readonly ParameterObject[];
  /** The scope that its key needs, or no key but the token of the address; absent: any key. */
  readonly security?: readonly [{ readonly apiKey?: readonly [string] }];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
}

export interface OperationObject extends DocumentedOperation {
  readonly method: string;
  readonly path: string;
}

export function operationsOf(paths: Readonly<Record<string, object>>): OperationObject[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, DocumentedOperation>).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
}

/** `Batch` of `#/components/schemas/Batch`. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

export function schemaOf({ content }: Content): SchemaObject {
  return content['application/json'].schema;
}
