import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { builtInTools } from '#shared/built-in-tools.ts';
import { sayTimeTool } from '#test/shared/tools/say-time.ts';
import { endCallSetting, knownTools, offered } from '#test/support/tools.ts';

const root = resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');

/** The type of a tool in the record of an assistant, and a reason why a call was not made: words of the contract. */
const CONTRACT = /^shared\/(assistants|calls|campaigns)\//;

it('the list has the tools of the tests, in the order in which a model sees them', () => {
  expect(builtInTools.filter((tool) => knownTools.includes(tool))).toEqual(knownTools);
});

it.each(builtInTools.map(({ name }) => name))('the tool %s is named in its own file only', (name) => {
  const files = globSync('shared/**/*.ts', { cwd: root }).filter((file) => !CONTRACT.test(file));
  // One word may be any word, except where tools are known.
  const isOwn = (code: string) =>
    name.includes('_')
      ? new RegExp(String.raw`\b${name}\b`).test(code)
      : code.includes('#shared/tools/') && code.includes(`'${name}'`);
  const naming = files.filter((file) => isOwn(read(file)));
  expect(naming).toEqual([expect.stringMatching(/-tool\.ts$/)]);
});

it('beside the list, one operation knows a tool: what it means for a call that the customer has opted out', () => {
  const importing = globSync('{functions,shared}/**/*.ts', { cwd: root }).filter((file) =>
    /^import \{[^}]*\b\w+Tool\b[^}]*\} from '#shared\/(?!tools\/)[^']*-tool\.ts'/m.test(read(file)),
  );
  expect(importing.toSorted()).toEqual(['shared/built-in-tools.ts', 'shared/call-life/finish-call.ts']);
});

it('a tool is offered where the assistant has it, or a campaign calls, with words for the engine', () => {
  const namesOf = (facts: Parameters<typeof offered>[0]) => offered(facts).map(({ name }) => name);
  const assistantTools = [endCallSetting('After the goodbye.')];
  expect(namesOf({})).toEqual([]);
  expect(namesOf({ assistantTools })).toEqual(['end_call']);
  expect(namesOf({ assistantTools, isCampaign: true })).toEqual(['end_call', 'do_not_call']);
  // A setting of a later release.
  expect(namesOf({ assistantTools: [{ type: 'wait', data: {} }] })).toEqual([]);
  for (const mode of ['pipeline', 'multimodal'] as const) {
    const [endCall, doNotCall] = offered({ mode, assistantTools, isCampaign: true });
    expect(endCall?.description).toBe('After the goodbye.');
    const asksForLastWords = mode === 'multimodal';
    for (const tool of [endCall, doNotCall])
      expect(tool?.instructions?.includes('asked for your last words')).toBe(asksForLastWords);
  }
});

it('a tool after which the assistant speaks is not offered to a speech model, which would stay silent', () => {
  const facts = { mode: 'multimodal', assistantTools: [endCallSetting()], isCampaign: true } as const;
  const tools = offered(facts, [...builtInTools, sayTimeTool]);
  expect(tools.filter(({ endsCall, completesAnswer }) => !endsCall && !completesAnswer)).toEqual([]);
});

it('how to add a tool shows the one that the tests add', () => {
  const [, example] = /```ts\n([^]*?)```/.exec(read('docs/contributing/tool.md')) ?? [];
  expect(example).toBe(read('test/shared/tools/say-time.ts'));
});
