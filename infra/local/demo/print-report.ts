import { styleText } from 'node:util';
import type { CallRow } from '#infra/local/demo/demo-api.ts';
import type { ReceivedWebhook } from '#infra/local/webhook-sink/webhook-sink.ts';

/** The record, the cost split and the webhooks, as a person wants to see them; undefined is a webhook that did not come. */
export function printReport(
  call: CallRow,
  webhooks: Array<ReceivedWebhook | undefined>,
  print: (line: string) => void,
): void {
  const title = (text: string) => print(`\n${styleText('bold', text)}`);
  title('Record (GET /user/calls)');
  print(indent(JSON.stringify(call, null, 2)));

  title('Cost');
  const aiCost = call.total_cost - call.carrier_cost;
  print(`  assistant ${aiCost.toFixed(6)}  (${call.duration} s, at least 30)`);
  print(`  carrier   ${call.carrier_cost.toFixed(6)}  (${Math.max(1, Math.ceil(call.duration / 60))} started minute)`);
  print(`  total     ${call.total_cost.toFixed(6)}`);

  for (const webhook of webhooks) {
    title('Webhook (signed as Standard Webhooks)');
    printWebhook(webhook, print);
  }
}

function printWebhook(webhook: ReceivedWebhook | undefined, print: (line: string) => void): void {
  if (!webhook) {
    print('  none came');
    return;
  }
  for (const header of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
    print(`  ${header}: ${webhook.headers[header] ?? '—'}`);
  }
  print(`  signature ${webhook.verified ? styleText('green', 'verified') : styleText('red', 'NOT verified')}`);
  print(indent(JSON.stringify(webhook.body, null, 2)));
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
