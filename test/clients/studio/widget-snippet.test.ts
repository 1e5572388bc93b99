import { expect, it } from 'vitest';
import { widgetSnippet } from '#clients/studio/src/assistants/widget-snippet.ts';

const assistant = { user_id: 1, id: 63753420800123, uuid: '0198f2d4' };
const id = 'widget-id="1.63753420800123.0198f2d4"';
const origin = 'https://studio.example.com';

it.each([
  ['of a local stack names no API: it is on the origin of the script', undefined, id],
  [
    'of a deployment names the API, which sees the addresses of visitors',
    'https://api/api',
    `api-url="https://api/api" ${id}`,
  ],
])('the snippet %s', (_, api, attributes) => {
  expect(widgetSnippet(assistant, { origin, api })).toBe(
    `<script type="module" src="${origin}/widget/widget.js"></script>\n<ringback-widget ${attributes}></ringback-widget>`,
  );
});
