const QUOTES = /["'`“”„‘’«»<>]/;

/**
 * The address of the API as requests use it, without spaces around it and slashes at its end.
 * @throws TypeError that says what is wrong, and does not repeat the text: it may have a password
 */
export function apiAddress(text: string): string {
  const given = text.trim();
  const problem = problemOfAddress(given);
  if (problem === undefined) return given.replace(/\/+$/, '');
  throw new TypeError(`The address of the API ${problem}: write it like https://calls.example.com/api`);
}

function problemOfAddress(text: string): string | undefined {
  if (text === '') return 'is empty';
  if (QUOTES.test(text)) return 'has quotes';
  if (/\s/.test(text)) return 'has a space or a line break';
  if (!/^https?:\/\//i.test(text)) return 'does not begin with https:// or http://';
  if (!URL.canParse(text)) return 'is not a URL';
  const { username, password, pathname } = new URL(text);
  if (username !== '' || password !== '') return 'has a user name or a password, and the access token is all it needs';
  if (/[?#]/.test(text)) return 'has a ? or a #';
  if (/\/api\/+api\/*$/.test(pathname)) return 'ends with /api twice';
  return /\/user(?:\/|$)/.test(pathname) ? 'has the path of a request' : undefined;
}

/** The access token without spaces and line breaks around it. @throws TypeError that does not repeat it */
export function accessToken(text: string): string {
  const given = text.trim();
  const problem = problemOfToken(given);
  if (problem === undefined) return given;
  throw new TypeError(`The access token ${problem}`);
}

function problemOfToken(text: string): string | undefined {
  if (text === '') return 'is empty';
  if (/^(?:authorization:|bearer\s)/i.test(text)) return 'is only what follows Bearer';
  if (QUOTES.test(text)) return 'has quotes: write it without them';
  if (/\s/.test(text)) return 'has a space or a line break: paste it in one piece';
  return /^[\x21-\x7e]+$/.test(text) ? undefined : 'has characters that no token has';
}
