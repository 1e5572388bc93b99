import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** As clients validate that know JSON Schema 2020-12 only: another `$schema` and an unknown keyword are refused. */
export const strictValidator = () => new AjvJsonSchemaValidator(new Ajv2020({ strict: true }));
