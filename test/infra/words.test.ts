import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Terms that only this project used, and a tale in place of a sentence; each with the field's word. */
const retired: Array<[RegExp, string]> = [
  [/\bcallTimeSpeed\b/, 'timeScale'],
  [/\bCALL_TIME_SPEED\b/, 'TIME_SCALE'],
  [/\bLetterDesk\b/, 'DeadLetterQueue'],
  [/\bletters\(\)\./, 'deadLetterQueue'],
  [/\.bury\(|\bbury(?=[:(,])|\bbur(y|ies|ied)\b/, 'moveToDlq'],
  [/\bgiveWay\b|\bgive-way\b/, 'handleBargeIn'],
  [/\bhasTheWord\b/, 'hasFloor'],
  [/\bbreakSeals\b|\bbreak-seals\b/, 'invalidateSegments'],
  [/\bsealsAbove\b/, 'segmentsContaining'],
  [/\bcreateMouth\b/, 'speechPlayer'],
  [/\bpartFrom\b/, 'sayGoodbye'],
  [/\bletFinish\b|\blet-finish\b/, 'waitForEndOfSpeech'],
  [/\bwhenOpen\b|\bwhen-open\b/, 'retryUntilOpen'],
  [/\btellLead\b/, 'updateLeadFromCall'],
  [/\bputOff\b/, 'reschedule'],
  [/\bturnAway\b/, 'skipLead'],
  [/'undone'/, 'not_attempted'],
  [/\bgiveBack\w*/, 'requeue or refund'],
  [/\bpickCaller\b|\bfindCallers\b|\bpick-caller\b/, 'selectCallerId'],
  [/\balsoWrong\b/, 'crossFieldErrors'],
  [/\bmisfits?\b/, 'invalidFields'],
  [/\bCallAnswers\b|\bcallAnswers\b|\bcall-answers\b/, 'CallInstructions'],
  [/\buntoldEvaluation\b/, 'emptyEvaluation'],
  [/\bunnumbered\b/, 'draft'],
  [/\bDialPlace(Item)?\b/, 'DialQueueEntry'],
  [/\bDialLane\b/, 'DialPriority'],
  [/\b[dD]ialLine\b|\bdial-line\b|createDynamoDbDialLine|createMemoryDialLine/, 'DialQueue'],
  [/\btakeDialTurn\b|\btake-dial-turn\b/, 'placeCall (reserves a dial slot)'],
  [/\b(free|take|taken)Lines?\b|\bfreeLine\b|\bLineLimits\b/, 'callSlot'],
  [/\bsealing[ -]line\b|\b[rR]eadSealingLine\b|\bSealingLineItem\b/, 'sealWatermark'],
  [/\bidDirectory\b|\bIdDirectory\b|\bid-directory\b/, 'pageIndex'],
  [
    /\bnote(Voice|Customer|Key|Utterance|Disconnect|Interruption|Recording|BridgeEnd|ConversationEnd|AnsweringMachine|EndedBy)\b/,
    'record… (recordPlayback, recordSpeechStart, recordDtmf …)',
  ],
  [/\bmend(Campaigns?|Call)\b|\bmend-campaigns?\b/, 'reconcile'],
  [/\bcallTally\b|\bCallTally\b|\bTallyKind\b|\btallyKinds\b|\bcall-tally\b/, 'counts'],
  [/\bCallLeaf\b|\bLeafRow\b|\bcall-leaf\b/, 'segment rows'],
  [/\bCallSeal\w*|\bcall-seal\b|\bseal-call-lists\b|\bsealCallLists\b/, 'segment'],
  [/\bRealtimeVisit\b/, 'RealtimeSession'],
  [/\bforbid-number\b|\bforbidNumber\b|\blist-forbidden\b|\ballow-number\b|\ballowNumber\b/, 'do-not-call entry'],
  [/\bblacklistNumber\b|\bblacklist-number\b|\bblacklist(?!ed)\w*/, 'doNotCall (the lead status `blacklisted` stays)'],
  [/\baddCampaign\b|\badd-campaign\b/, 'createDraftCampaign'],
  [/\bpauseCampaign\b|\bpause-campaign\b/, 'stopCampaign (user) / suspendCampaign (service)'],
  [/\bdeliverSms\b|\bdeliver-sms\b/, 'submitSms'],
  [/\bAttemptMended\b/, 'AttemptReconciled'],
  [/\bwatchCall\b|\bwatchSilence\b/, 'startCallWatchdog, startRealtimeSilenceTimer'],
  [/\boutlook\b/, 'campaignProgress'],
  [/\boptOutWish\b/, 'parseOptOutKeyword'],
  [/\bmend(s|ed|ing)?\b/i, 'reconcile / fix'],
  [/\bnudge\w*/i, 'reprompt / takeFloor'],
  [/\bmurmur\w*/i, '’too_short’, backchannel'],
  [/\boverheard\b/i, 'recordUtterance / ignored utterance'],
  [/\bshel(f|ves)\b/i, 'block of the page index'],
  [/\bstretch(es)?\b/i, 'range'],
  [/\bbreath\b/i, 'preempt frame'],
  [/\b(has|had|have|take|takes|took|given|gets?|gave|lose|loses) the word\b/i, 'hold / take / yield the floor'],
  [/\borphans\b/i, 'stranded entries'],
  [/\brealtime\.visit\b|\bvisited\b|\bvisits?\b(?= (to|of|by|beside) )/i, 'session'],
  [/\bwhoever\b/i, 'the caller / the worker / any client that …: name the actor'],
  [/\bnobody\b/i, 'no user, no caller; or passive: is not called'],
  [/\bsomebody\b/i, 'another request, another worker: name the actor'],
  [/\beverybody\b/i, 'all users'],
  [/\bso many\b/i, 'a number, a limited number of, at most n'],
  [/\b(is|are|was|were|be|being|been)? ?told of\b/i, 'receives, is notified of'],
  [/\bis none\b/i, 'does not exist; is not one'],
  [/\bthe carrier's own words?\b/i, 'carrier report'],
  [/\b(of|in|run(s)?) call time\b/i, 'call seconds'],
  [/\bMouth\b|\bEar\b/, 'speechPlayer, eventRecorder'],
];

/** Stored names cannot change without a migration, and the changelog names what was. */
const KEPT =
  /nudgedGeneration|'nobody'|nobody: \{|DIAL_LINE|DIALER_LINES|CALL_SEAL|CALL_LEAF|CALL_BRANCH|callsSealedTo|HEAD#SHELVES|SHELF#/g;
const files = globSync('{clients/*/src,functions,shared,infra,docs}/**/*.{ts,md,json}', { cwd: root }).filter(
  (file) => file !== 'shared/catalog/phrases.json',
);
const texts = [
  ...files,
  ...globSync('clients/*/README.md', { cwd: root }),
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
].map((file) => [file, readFileSync(resolve(root, file), 'utf8').replaceAll(KEPT, '')] as const);

describe('the words of the field', () => {
  it.each(retired)('%s stands nowhere: use %s', (term) => {
    const found = texts.flatMap(([file, text]) =>
      text.split('\n').flatMap((line, index) => (term.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    );
    expect(found).toEqual([]);
  });
});
