import type { Assistant } from '@ringback/client';

/**
 * The widget's id is of the user, the assistant, and the secret of it that only the user is shown. The address of the API is named
 * where it has one of its own: behind CloudFront all visitors of an edge would count as one.
 */
export function widgetSnippet(
  { user_id: user, id, uuid }: Pick<Assistant, 'user_id' | 'id' | 'uuid'>,
  { origin, api }: { origin: string; api: string | undefined },
): string {
  const script = `<script type="module" src="${origin}/widget/widget.js"></script>`;
  const address = api === undefined ? '' : `api-url="${api}" `;
  return `${script}\n<ringback-widget ${address}widget-id="${user}.${id}.${uuid}"></ringback-widget>`;
}
