import { describe } from 'vitest';
import { account } from '#test/slow/studio/account.ts';
import { assistants } from '#test/slow/studio/assistants.ts';
import { budget } from '#test/slow/studio/budget.ts';
import { calling } from '#test/slow/studio/calling.ts';
import { campaigning } from '#test/slow/studio/campaigning.ts';
import { everyPage } from '#test/slow/studio/every-page.ts';
import { failing } from '#test/slow/studio/failing.ts';
import { focusing } from '#test/slow/studio/focusing.ts';
import { longWords } from '#test/slow/studio/long-words.ts';
import { lostAnswers } from '#test/slow/studio/lost-answers.ts';
import { models } from '#test/slow/studio/models.ts';
import { playground } from '#test/slow/studio/playground.ts';
import { signingIn } from '#test/slow/studio/signing-in.ts';
import { useStudio } from '#test/slow/studio/use-studio.ts';
import { hasChromium } from '#test/support/chromium.ts';

/** One file, so that one stack and one browser serve all of them. A feature's tests stand in a module of their own. */
describe.skipIf(!hasChromium)('the studio', () => {
  const studio = useStudio();
  describe('signing in', () => {
    signingIn(studio);
  });
  // These need what the world begins with: the newest calls, and a campaign that is running.
  describe('failures', () => {
    failing(studio);
  });
  describe('the focus', () => {
    focusing(studio);
  });
  describe('assistants', () => {
    assistants(studio);
  });
  describe('the playground', () => {
    playground(studio);
  });
  describe('the models', () => {
    models(studio);
  });
  describe('its weight', () => {
    budget(studio);
  });
  describe('every page', () => {
    everyPage(studio);
  });
  describe('long words', () => {
    longWords(studio);
  });
  describe('calls', () => {
    calling(studio);
  });
  describe('campaigns and leads', () => {
    campaigning(studio);
  });
  describe('the account', () => {
    account(studio);
  });
  describe('lost answers', () => {
    lostAnswers(studio);
  });
});
