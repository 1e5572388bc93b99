import { sourceOfManifest, type ServiceSource } from '#infra/local/stack/service-source.ts';
import type { StackOptions } from '#infra/local/stack/stack-options.ts';
import { sourceOfTemplate } from '#infra/local/template/template-source.ts';

/** The sources as they are now, unless a synthesised template is named. */
export function chooseSource({ template }: StackOptions): Promise<ServiceSource> {
  return template === undefined ? sourceOfManifest() : sourceOfTemplate(template);
}

export function queueRowsOf({ rows }: ServiceSource) {
  return rows.filter((row) => row.kind === 'queue');
}
