import { readableOn } from './color.ts';
import { startWebCall, type WebCall, type WebCallEvent } from './web-call.ts';
import { css } from './widget-style.ts';
import { defaultTexts, type Texts, View } from './widget-view.ts';

/** The public settings of a widget, as the API answers them. */
interface Look {
  theme: string;
  color: string;
  position: string;
  language: string;
}

/** The API behind the script, unless the element names another one: `…/widget/widget.js` → `…/api`. */
const scriptOrigin = new URL(import.meta.url).origin;

/**
 * `<ringback-widget widget-id="…" api-url="https://calls.example.com/api">`: a button in a corner of the page, and a panel to talk to the
 * assistant. It stays hidden where the widget may not be shown. Events that bubble: `ringback-event` with each event of a call.
 */
class RingbackWidget extends HTMLElement {
  /** Of the next call. */
  declare variables: Record<string, unknown>;
  declare texts: Partial<Texts>;
  private view: View | undefined;
  /** Ends the call of which it is, in any state. Undefined without a call. */
  private calling: AbortController | undefined;
  /** Once it is answered. */
  private call: WebCall | undefined;
  private language = 'en';

  constructor() {
    super();
    // A page may have set them before this script ran: fields of the class would overwrite them.
    this.variables ??= {};
    this.texts ??= {};
  }

  async connectedCallback(): Promise<void> {
    if (this.shadowRoot) return;
    this.hidden = true;
    const root = this.attachShadow({ mode: 'open' });
    const look = await this.readLook().catch(() => undefined);
    if (!look) return;
    this.dress(root, look);
    this.view = new View(root, this.allTexts(), {
      call: () => void this.startCall(),
      hangUp: () => (this.call ? this.call.hangUp() : this.calling?.abort()),
      say: (text) => this.call?.say(text),
      press: (key) => this.call?.press(key),
      mute: (isMuted) => this.call?.mute(isMuted),
    });
    this.hidden = false;
  }

  disconnectedCallback(): void {
    this.calling?.abort();
  }

  private get apiUrl(): string {
    return (this.getAttribute('api-url') ?? `${scriptOrigin}/api`).replace(/\/$/, '');
  }

  private get widgetId(): string {
    return this.getAttribute('widget-id') ?? '';
  }

  private allTexts(): Texts {
    return { ...defaultTexts, open: this.getAttribute('label') ?? defaultTexts.open, ...this.texts };
  }

  private async readLook(): Promise<Look | undefined> {
    const response = await fetch(`${this.apiUrl}/widget/${encodeURIComponent(this.widgetId)}`);
    if (!response.ok) return undefined;
    const { data }: { data?: Look } = await response.json();
    return data;
  }

  /** A constructed style sheet, and properties set by script: a strict `style-src` allows both. */
  private dress(root: ShadowRoot, { theme, color, position, language }: Look): void {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
    this.dataset['theme'] = theme;
    this.dataset['position'] = position;
    this.style.setProperty('--rb-color', color);
    this.style.setProperty('--rb-on-color', readableOn(color));
    this.language = language;
  }

  private async startCall(): Promise<void> {
    const { apiUrl, widgetId, variables, language } = this;
    const { view } = this;
    if (!view || this.calling) return;
    const { signal } = (this.calling = new AbortController());
    view.setState('connecting', false);
    try {
      const speech = { listen: true, speak: true };
      const onEvent = (event: WebCallEvent) => this.receive(event);
      this.call = await startWebCall({ apiUrl, widgetId, variables, language, speech, onEvent, signal });
      view.setState('talking', this.call.canType);
    } catch (error) {
      // Another call may have begun since it was hung up.
      if (!signal.aborted) this.finish(error instanceof Error ? error.message : this.allTexts().ended);
    }
  }

  private receive(event: WebCallEvent): void {
    this.dispatchEvent(new CustomEvent('ringback-event', { detail: event, bubbles: true, composed: true }));
    const texts = this.allTexts();
    if (event.type === 'status') {
      this.view?.setStatus(event.status === 'connecting' ? texts.connecting : texts.talking);
    } else if (event.type === 'assistant') {
      this.view?.setLine('assistant', event.turn, event.text, event.last);
    } else if (event.type === 'customer') {
      this.view?.setLine('customer', event.turn, event.text, true);
    } else if (event.type === 'not-listening') {
      this.view?.setStatus(texts.noMicrophone);
    } else if (event.type === 'ended') {
      this.finish(event.message ?? texts.ended);
    }
  }

  private finish(status: string): void {
    this.call = undefined;
    this.calling = undefined;
    this.view?.setState('idle', false);
    this.view?.setStatus(status);
  }
}

// A page may load the script twice.
if (!customElements.get('ringback-widget')) customElements.define('ringback-widget', RingbackWidget);
