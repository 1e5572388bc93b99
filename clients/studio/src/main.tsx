import { render } from 'preact';
import { shareSession } from './service/session.ts';
import { App } from './shell/app.tsx';

// Without a top-level await, which would split the first file into two dozen.
async function start(): Promise<void> {
  const isReloading = await shareSession();
  const place = document.getElementById('studio');
  if (place !== null && !isReloading) render(<App />, place);
}

void start();
