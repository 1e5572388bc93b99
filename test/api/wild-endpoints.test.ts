import { documentedRows } from '#shared/manifest/http-rows.ts';
import { describeEndpoints } from '#test/properties/endpoint-properties.ts';

describeEndpoints(documentedRows.filter(({ id }) => !id.startsWith('assistants/')));
