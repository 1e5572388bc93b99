import type { NumberDetail } from '@ringback/client';
import { Send } from 'lucide-preact';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { SmsHistory } from './sms-history.tsx';
import { LONGEST_SMS, smsSize } from './sms-size.ts';
import { counted } from '../format/money.ts';
import { e164, phone, phoneProblem } from '../format/phone.ts';
import { useDefaultCountry } from '../requests/account/use-default-country.ts';
import { listNumberDetails } from '../requests/numbers/list-number-details.ts';
import { sendSms } from '../requests/sms/send-sms.ts';
import { useQuery } from '../service/query.ts';
import { Card, Page } from '../ui/page.tsx';
import { PhoneField } from '../ui/phone-field.tsx';
import { Loaded } from '../ui/states.tsx';
import { AreaField, SelectField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.tsx';
import { useSubmit } from '../ui/use-submit.tsx';

/** Sends an SMS with its segments and its price, and shows what was sent and received. */
export function SmsPage(): JSX.Element {
  const numbers = useQuery(listNumberDetails());
  return (
    <Page title="SMS" lead="Send a text from one of your numbers. Each segment is charged at the price of the country.">
      <div class="stack">
        <div class="form-narrow">
          <Loaded of={numbers}>
            {(all) => <SmsForm numbers={all.filter(canSend)} hasOthers={all.some((one) => !canSend(one))} />}
          </Loaded>
        </div>
        <SmsHistory />
      </div>
    </Page>
  );
}

/** Sentences of the service about the sender, the recipient or the text. */
const sentences = {
  'From number not found': 'from',
  'From number is not SMS capable': 'from',
  'From number subscription has expired': 'from',
  'Invalid to phone number': 'to',
};

const canSend = ({ sms_capable, has_active_subscription }: NumberDetail): boolean =>
  sms_capable && has_active_subscription;

interface SmsFormProps {
  numbers: readonly NumberDetail[];
  /** The account has numbers that cannot send SMS. */
  hasOthers: boolean;
}

function SmsForm({ numbers, hasOthers }: SmsFormProps): JSX.Element {
  const [from, setFrom] = useState(String(numbers[0]?.id ?? ''));
  const [to, setTo] = useState('');
  const [body, setBody] = useState('');
  const country = useDefaultCountry();
  const { onSubmit, isBusy, problems, failure } = useSubmit({
    check: () => ({
      from: from === '' ? 'Your account has no number that can send SMS.' : undefined,
      to: phoneProblem(to, country),
      body: body.trim() === '' ? 'Write a text.' : undefined,
    }),
    send: async (keyOf) => {
      const sms = { from: Number(from), to: e164(to, country), body };
      await sendSms(sms, keyOf(sms));
      toast(`The SMS to ${phone(sms.to)} is on its way.`);
      setBody('');
    },
    sentences,
  });
  return (
    <Card title="New SMS">
      <form class="stack" onSubmit={onSubmit} noValidate>
        <div class="columns">
          <SelectField
            label="From"
            problem={problems['from']}
            hint={hasOthers ? 'Your other numbers cannot send SMS.' : undefined}
            value={from}
            options={numbers.length === 0 ? [['', 'None']] : senders(numbers)}
            onChange={setFrom}
          />
          <PhoneField label="To" problem={problems['to']} value={to} country={country} onInput={setTo} />
        </div>
        <AreaField
          label="Text"
          hint={<Size of={body} />}
          problem={problems['body']}
          rows={4}
          maxLength={LONGEST_SMS}
          value={body}
          onInput={setBody}
        />
        {failure}
        <SendButton isBusy={isBusy} />
      </form>
    </Card>
  );
}

const senders = (numbers: readonly NumberDetail[]): Array<[string, string]> =>
  numbers.map(({ id, phone_number }) => [String(id), phone(phone_number)]);

function SendButton({ isBusy }: { isBusy: boolean }): JSX.Element {
  return (
    <div class="button-row end">
      <button type="submit" class="button primary" disabled={isBusy}>
        <Send size={16} aria-hidden="true" /> {isBusy ? 'Sending…' : 'Send'}
      </button>
    </div>
  );
}

/** The billed segments of a text, and the characters that make it dearer. */
function Size({ of }: { of: string }): JSX.Element {
  const { characters, segments, encoding, costly } = smsSize(of);
  return (
    <span class="message-size">
      <span>
        {counted(segments, 'segment')} of {encoding}
        {costly.length === 0 ? '' : `: ${costly.slice(0, 5).join(' ')} makes segments shorter`}
      </span>
      <span class="numeric">
        {characters} / {LONGEST_SMS}
      </span>
    </span>
  );
}
