import { manifest } from '#shared/manifest/manifest.ts';
import { describeEndpoints } from '#test/properties/endpoint-properties.ts';

describeEndpoints(manifest.filter((row) => row.kind === 'http').filter(({ id }) => id.startsWith('assistants/')));
