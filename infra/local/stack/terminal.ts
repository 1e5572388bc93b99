import { styleText } from 'node:util';
import type { RequestLine } from '#infra/local/gateway/start-gateway.ts';
import type { StackAddress } from '#infra/local/stack/ready-file.ts';

const dim = (text: string) => styleText('dim', text);
const bold = (text: string) => styleText('bold', text);

/** What a developer sees when the stack is ready. */
export function welcome(address: StackAddress, facts: { seconds: number; dataDir: string }): string {
  const rows = [
    ['API', address.base_url],
    ['console', address.console_url],
    ['API reference', address.reference_url],
    ['carrier simulator', address.simulator_url],
    ['webhook sink', address.webhook_sink_url],
    ['data', facts.dataDir === 'memory' ? 'in memory, gone when it stops' : facts.dataDir],
  ];
  const users = address.users.map((user) => [
    `user ${user.id}`,
    `${user.name.padEnd(18)} balance ${user.balance.toFixed(2).padStart(6)}   ${dim('token')} ${user.token}`,
  ]);
  const numbers = [
    ['+12025550100 … 0149', 'answers, talks along, says goodbye'],
    ['+12025550150 … 0159', 'busy, no answer, failure, voicemail, hang-up, silence, interruption, odd networks'],
    ['+12025550160 … 0162', 'SMS: refused, rate-limited, opted out'],
  ];
  return `
  ${bold('Ringback')} is ready ${dim(`(${facts.seconds.toFixed(1)} s)`)}

${lines(rows)}

${lines(users)}

  ${dim('numbers to call')}
${lines(numbers)}

  ${dim('README.md has a call to paste under «Try it»; Ctrl-C stops the stack.')}

`;
}

/** One request, one line. */
export function requestLine({ method, path, status, milliseconds }: RequestLine): string {
  const color = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  return `${dim(new Date().toISOString().slice(11, 19))} ${method.padEnd(6)} ${path} ${styleText(color, String(status))} ${dim(`${milliseconds.toFixed(0)} ms`)}\n`;
}

function lines(rows: string[][]): string {
  return rows.map(([label = '', text = '']) => `  ${label.padEnd(20)} ${text}`).join('\n');
}
