import { expect, it } from 'vitest';
import { isSignedForm, isSignedUpgrade } from '#shared/integrations/twilio/signature.ts';

const authToken = '12345';
const caller = '+14158675309';
const form = {
  authToken,
  url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
  params: { CallSid: 'CA1234567890ABCDE', Caller: caller, Digits: '1234', From: caller, To: '+18005551212' },
};

it('accepts the signed form', () =>
  expect(isSignedForm({ ...form, signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' })).toBe(true));

it.each([
  { what: 'another signature', change: { signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B9=' } },
  { what: 'another token', change: { authToken: '12346' } },
  { what: 'another URL', change: { url: 'https://mycompany.com/myapp.php?foo=1&bar=3' } },
  { what: 'a changed parameter', change: { params: { ...form.params, Digits: '1235' } } },
  { what: 'a dropped parameter', change: { params: { CallSid: 'CA1234567890ABCDE' } } },
  { what: 'no signature', change: { signature: '' } },
])('refuses $what', ({ change }) => {
  expect(isSignedForm({ ...form, signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=', ...change })).toBe(false);
});

it('accepts the signed WebSocket upgrade', () => {
  const signature = 'AYwXVQYVQ1b9nnaXVtr96WtE0As=';
  expect(isSignedUpgrade({ authToken, signature, socketUrl: 'wss://ws.example.com/prod' })).toBe(true);
});

it('refuses the signature of another socket address', () => {
  const signature = 'AYwXVQYVQ1b9nnaXVtr96WtE0As=';
  expect(isSignedUpgrade({ authToken, signature, socketUrl: 'wss://ws.example.com/dev' })).toBe(false);
});
