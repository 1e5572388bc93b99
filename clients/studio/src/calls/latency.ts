import type { CallDetail } from '@ringback/client';

type Latency = NonNullable<CallDetail['latency']>;

/** The promised median from the customer's last word to the voice; see performance. */
export const BUDGET_MS = 1115;

interface LatencyBar {
  label: string;
  meaning: string;
  p50: number;
  p95: number;
  /** Of the width of the chart, from 0 to 1. */
  p50Part: number;
  p95Part: number;
}

interface LatencyView {
  turns: number;
  bars: LatencyBar[];
  /** The place of the line of the budget, from 0 to 1. */
  budgetPart: number;
  isWithinBudget: boolean;
}

/** How fast the answers of a call were, as bars on one scale. */
export function latencyView(latency: Latency): LatencyView {
  const { mouth_to_ear: whole, voice, first_text: text, first_token: token, model_asked: asked } = latency;
  const stages = [
    { label: 'Whole wait', meaning: 'Time from the last word of the customer to the voice of the assistant', ...whole },
    { label: 'Model asked', meaning: 'Time from the arrival of the words to the request to the model', ...asked },
    { label: 'First token', meaning: 'Time from the arrival of the words to the first token of the model', ...token },
    { label: 'First text', meaning: 'Time from the arrival of the words to the first text sent to the voice', ...text },
    ...(voice === null
      ? []
      : [
          {
            label: 'Voice',
            meaning: 'Time from the arrival of the words to the voice, as the carrier reports it',
            ...voice,
          },
        ]),
  ];
  const most = Math.max(BUDGET_MS * 1.2, ...stages.map(({ p95 }) => p95));
  const part = (value: number) => Math.max(0, Math.min(1, value / most));
  return {
    turns: latency.turns,
    bars: stages.map((stage) => ({ ...stage, p50Part: part(stage.p50), p95Part: part(stage.p95) })),
    budgetPart: part(BUDGET_MS),
    isWithinBudget: whole.p50 <= BUDGET_MS,
  };
}
