import { expect, it } from 'vitest';
import { readScript, toScriptItem } from '#shared/conversations/conversation-script-items.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { buildScript } from '#test/support/builders.ts';
import { endCallSetting } from '#test/support/tools.ts';

const unread = {} as Table;
const script = buildScript({ assistantTools: [endCallSetting('When done.')], isCampaign: true });
const { assistantTools: _, isCampaign: __, ...others } = script;
const older = { ...others, endCallDescription: 'When done.', canRefuseCalls: true };

it('a script of a release without the list of tools is read with its tools', async () => {
  await expect(readScript(unread, older)).resolves.toEqual({ script });
  const none = { ...older, endCallDescription: null, canRefuseCalls: false };
  await expect(readScript(unread, none)).resolves.toEqual({
    script: { ...others, assistantTools: [], isCampaign: false },
  });
});

it('a script is stored so that such a release reads it, and with settings of tools that come', async () => {
  expect(toScriptItem(script)).toMatchObject(older);
  const later = { ...script, assistantTools: [{ type: 'wait', data: { seconds: 3 } }] };
  await expect(readScript(unread, toScriptItem(later))).resolves.toEqual({ script: later });
});
