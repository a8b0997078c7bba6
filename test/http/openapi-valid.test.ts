import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { openApiDocument } from '../../src/http/openapi.ts';

it('the description validates as OpenAPI 3.1', async () => {
  const validator = new Validator();
  const outcome = await validator.validate(structuredClone(openApiDocument()));
  expect(outcome).toMatchObject({ valid: true });
  expect(validator.version).toBe('3.1');
});
