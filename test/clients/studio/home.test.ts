import { describe, expect, it } from 'vitest';
import { stepsOf } from '#clients/studio/src/shell/steps.ts';

const nothing = { assistants: [], calls: 0, campaigns: [], leads: 0 };
const own = [{ id: 7, type: 'outbound' as const }];
const campaign = (status: 'draft' | 'in-progress') => [{ id: 4, status }];

describe('the first steps', () => {
  it.each([
    ['of nothing', nothing, '/assistants/new'],
    ['with an assistant', { ...nothing, assistants: own }, '/assistants/7'],
    ['after a call', { ...nothing, assistants: own, calls: 1 }, '/campaigns/new'],
    ['with a campaign', { ...nothing, assistants: own, campaigns: campaign('draft') }, '/leads/import?campaign_id=4'],
    ['with a campaign of the operator', { ...nothing, campaigns: campaign('draft'), leads: 2 }, '/assistants/new'],
    ['with leads', { ...nothing, assistants: own, campaigns: campaign('draft'), leads: 2 }, '/campaigns/4'],
    ['of a campaign that runs', { ...nothing, assistants: own, campaigns: campaign('in-progress') }, undefined],
  ])('%s lead on', (_, begun, href) => {
    expect(stepsOf(begun).find(({ isDone }) => !isDone)?.href).toBe(href);
  });
});
