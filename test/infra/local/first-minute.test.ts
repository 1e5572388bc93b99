import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { dialogueLine, nextSteps, opening } from '#infra/drive/demo/screen.ts';
import { browserCommand } from '#infra/local/compose/open-browser.ts';
import { welcome } from '#infra/local/compose/welcome.ts';

const url = 'http://localhost:3000/console';
const COLUMNS = 80;
const ROWS = 40;

const linesOf = (text: string) => stripVTControlCharacters(text).split('\n');
const tooLong = (text: string) => linesOf(text).filter((line) => line.length > COLUMNS);

describe('the browser', () => {
  const desktop = { DISPLAY: ':0' };
  it.each([
    { name: 'Linux with X11', platform: 'linux', environment: desktop, opens: 'xdg-open' },
    { name: 'Linux with Wayland', platform: 'linux', environment: { WAYLAND_DISPLAY: 'wayland-0' }, opens: 'xdg-open' },
    { name: 'Linux without a desktop', platform: 'linux', environment: {}, opens: undefined },
    { name: 'macOS', platform: 'darwin', environment: {}, opens: 'open' },
    { name: 'Windows', platform: 'win32', environment: {}, opens: 'rundll32' },
    { name: 'macOS over SSH', platform: 'darwin', environment: { SSH_CONNECTION: '::1 1 ::1 22' }, opens: undefined },
    { name: 'BROWSER=none', platform: 'linux', environment: { ...desktop, BROWSER: 'none' }, opens: undefined },
    { name: 'CI', platform: 'linux', environment: { ...desktop, CI: 'true' }, opens: undefined },
    { name: 'CI=false', platform: 'linux', environment: { ...desktop, CI: 'false' }, opens: 'xdg-open' },
  ] as const)('on $name is opened by $opens', ({ platform, environment, opens }) => {
    expect(browserCommand(url, { platform, isTerminal: true, environment })?.[0]).toBe(opens);
  });

  it('is never opened without a terminal', () => {
    expect(browserCommand(url, { platform: 'darwin', isTerminal: false, environment: desktop })).toBeUndefined();
  });
});

describe('the text of npm start', () => {
  const user = (id: number, name: string) => ({
    id,
    name,
    token: `rb_${'x'.repeat(43)}`,
    balance: 100,
    webhook_secret: '',
    phone_numbers: [],
    campaigns: [],
  });
  const address = {
    base_url: 'http://localhost:3000/api',
    studio_url: 'http://localhost:3000/',
    console_url: url,
    reference_url: 'http://localhost:3000/reference',
    simulator_url: 'http://127.0.0.1:39953',
    webhook_sink_url: 'http://127.0.0.1:42945',
    users: [user(1, 'Northwind Dental'), user(2, 'Riverside Motors'), user(3, 'Empty Pockets')],
  };
  const facts = { seconds: 0.4, dataDir: '.data', speed: 20, servers: [] };
  const speech = { speech: true, isSpeechSimulated: true, rehearsal: true };
  const noKeys = { openai: false, bedrock: undefined, local: true, ...speech };

  it('fits one screen, and says that the rehearsal model speaks and how a real one does', () => {
    const text = welcome(address, { ...facts, access: noKeys });
    expect(tooLong(text)).toEqual([]);
    expect(linesOf(text).length).toBeLessThanOrEqual(ROWS);
    expect(text).toContain('THE REHEARSAL MODEL SPEAKS');
    expect(text).toContain('OPENAI_API_KEY');
    for (const { token } of address.users) expect(text).toContain(token);
  });

  it('does not speak of the rehearsal model where every real one is there', () => {
    const text = welcome(address, {
      ...facts,
      access: { openai: true, bedrock: 'us-east-1', local: true, ...speech },
    });
    expect(text).not.toContain('REHEARSAL');
  });
});

describe('the text of the demo', () => {
  it('keeps to 80 columns', () => {
    const long =
      'A check-up takes 30 minutes, and 15 minutes for children. How many people is it for, may I ask you that?';
    const parts = [opening('A campaign calls thirty people.', { speed: 60, model: 'REHEARSAL MODEL' }), nextSteps('')];
    expect(tooLong([...parts, dialogueLine('assistant', long)].join('\n'))).toEqual([]);
    expect(linesOf(dialogueLine('customer', long))).toHaveLength(2);
  });

  it('ends with three next steps, none of them the one just taken', () => {
    const [title, ...steps] = linesOf(nextSteps('--campaign'));
    expect(title).toBe('Next');
    expect(steps).toHaveLength(3);
    expect(steps.join('\n')).not.toContain('--campaign');
  });
});
