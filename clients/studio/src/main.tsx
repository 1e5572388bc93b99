import { render } from 'preact';
import { App } from './shell/app.tsx';

const place = document.getElementById('studio');
if (place !== null) render(<App />, place);
