import * as v from 'valibot';
import type { Line } from './line.ts';
import { takeAMessage } from './on-line.ts';
import { Prompting, type ScriptedCallee, type Step } from './script.ts';

/** Seconds of silence after which a customer with nothing more to say hangs up. */
const LAST_PATIENCE_SECONDS = 10;
const MAX_LAST_WORDS = 4;

/** What a scripted customer does on the line. */
export function actOf(callee: ScriptedCallee): (line: Line) => Promise<void> {
  if (callee.picks_up === 'voicemail') return takeAMessage;
  const { asks } = callee;
  return async (line) => {
    await line.connected();
    if (asks === undefined) for (const step of callee.script) await take(step, line);
    else await takePromptings(asks, line);
    if (callee.afterwards === 'hang_up') await leave(line);
  };
}

async function take(step: Step, line: Line): Promise<void> {
  if ('say' in step) {
    if (!step.at_once) await line.listen();
    await line.say(step.say);
  } else if ('interrupt' in step) {
    await interrupt(step, line);
  } else if ('press' in step) {
    if (!step.at_once) await line.listen();
    await line.press(step.press);
  } else if ('wait' in step) {
    await line.wait(step.wait);
  } else if ('listen' in step) {
    await line.listen();
  } else {
    line.hangUp();
  }
}

/** Words that are over before it comes to the interruption are let pass. */
async function interrupt({ interrupt: text, after }: Extract<Step, { interrupt: string }>, line: Line): Promise<void> {
  while (await line.speechBegins()) {
    await line.wait(after);
    if (!line.assistantSpeaks) continue;
    await line.say(text);
    line.ignore();
    return;
  }
}

async function takePromptings(url: string, line: Line): Promise<void> {
  for (;;) {
    const heard = await line.listen();
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number: line.number, heard }),
    });
    const { say, hang_up: hangsUp } = v.parse(Prompting, await response.json());
    if (say !== undefined) await line.say(say);
    if (hangsUp) return;
  }
}

async function leave(line: Line): Promise<void> {
  for (let words = 0; words < MAX_LAST_WORDS; words += 1) {
    if ((await line.listen(line.patience(LAST_PATIENCE_SECONDS))) === '') break;
  }
  line.hangUp();
}
