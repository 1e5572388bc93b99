/** The texts of the widget, in English. A page may replace any of them: `element.texts = { call: 'Anrufen' }`. */
export const defaultTexts = {
  open: 'Talk to us',
  inCall: 'In a call',
  title: 'Call us here',
  notice: 'You will talk to an AI assistant.',
  call: 'Start call',
  hangUp: 'Hang up',
  close: 'Close',
  mute: 'Mute microphone',
  keys: 'Keypad',
  message: 'Your message',
  send: 'Send',
  connecting: 'Connecting …',
  talking: 'Connected',
  noMicrophone: 'The microphone cannot be used. You can type.',
  ended: 'The call has ended.',
  you: 'You',
  assistant: 'Assistant',
};
export type Texts = typeof defaultTexts;

export interface ViewActions {
  call(): void;
  hangUp(): void;
  say(text: string): void;
  press(key: string): void;
  mute(isMuted: boolean): void;
}

export type ViewState = 'idle' | 'connecting' | 'talking';

type Properties = Record<string, string | undefined>;

/** An element without markup: the page may require Trusted Types. */
function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { text, ...attributes }: Properties = {},
  ...children: Node[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  made.append(...children);
  return made;
}

function button(text: string, className: string, onClick: () => void, more: Properties = {}): HTMLButtonElement {
  const made = element('button', { type: 'button', class: className, text, ...more });
  made.addEventListener('click', onClick);
  return made;
}

/** The shadow tree of the widget. It shows the state of the call, and reports the actions of the visitor. */
export class View {
  private readonly root: ShadowRoot;
  private readonly texts: Texts;
  private readonly actions: ViewActions;
  private readonly launcher: HTMLButtonElement;
  private readonly callButton: HTMLButtonElement;
  private readonly hangUpButton: HTMLButtonElement;
  private readonly muteButton: HTMLButtonElement;
  private readonly keysButton: HTMLButtonElement;
  private readonly keys: HTMLElement;
  private readonly tools: HTMLElement;
  private readonly form: HTMLFormElement;
  private readonly input: HTMLInputElement;
  private readonly panel: HTMLElement;
  private readonly status = element('p', { class: 'status', role: 'status' });
  private readonly spoken = element('p', { class: 'hidden', 'aria-live': 'polite' });
  private readonly log: HTMLUListElement;
  private readonly lines = new Map<string, HTMLLIElement>();

  constructor(root: ShadowRoot, texts: Texts, actions: ViewActions) {
    this.root = root;
    this.texts = texts;
    this.actions = actions;
    const opens = { 'aria-expanded': 'false', 'aria-haspopup': 'dialog' };
    this.launcher = button(texts.open, 'main launcher', () => this.show(true), opens);
    this.callButton = button(texts.call, 'main', () => actions.call());
    this.hangUpButton = button(texts.hangUp, 'main', () => actions.hangUp());
    this.muteButton = button(texts.mute, '', () => this.toggleMute(), { 'aria-pressed': 'false' });
    this.keysButton = button(texts.keys, '', () => this.toggleKeys(), { 'aria-expanded': 'false' });
    this.keys = element('div', { class: 'keys', role: 'group', 'aria-label': texts.keys });
    this.keys.append(...Array.from('123456789*0#', (key) => button(key, '', () => actions.press(key))));
    this.tools = element('div', { class: 'row' }, this.muteButton, this.keysButton);
    this.log = element('ul', { class: 'log', 'aria-label': texts.title, tabindex: '0' });
    const asked = { 'aria-label': texts.message, placeholder: texts.message, maxlength: '500', autocomplete: 'off' };
    this.input = element('input', asked);
    this.form = element('form', { class: 'row' }, this.input, element('button', { type: 'submit', text: texts.send }));
    this.form.addEventListener('submit', (event) => this.submit(event));
    this.panel = this.createPanel();
    root.append(element('div', { class: 'widget' }, this.launcher, this.panel));
    this.panel.hidden = true;
    this.setState('idle', false);
  }

  show(isOpen: boolean): void {
    this.panel.hidden = !isOpen;
    this.launcher.hidden = isOpen;
    this.launcher.setAttribute('aria-expanded', String(isOpen));
    (isOpen ? this.mainButton() : this.launcher).focus();
  }

  setState(state: ViewState, canType: boolean): void {
    const { callButton, hangUpButton, log, input } = this;
    const hadFocus = this.root.activeElement !== null && !this.panel.hidden;
    callButton.hidden = state !== 'idle';
    hangUpButton.hidden = state === 'idle';
    this.form.hidden = state !== 'talking' || !canType;
    this.tools.hidden = state !== 'talking';
    this.keys.hidden = true;
    this.keysButton.setAttribute('aria-expanded', 'false');
    // Each call begins with the microphone on.
    this.muteButton.setAttribute('aria-pressed', 'false');
    // The panel may be closed during a call.
    this.launcher.textContent = state === 'idle' ? this.texts.open : this.texts.inCall;
    if (state === 'connecting') {
      this.lines.clear();
      log.replaceChildren();
    }
    log.hidden = log.childElementCount === 0;
    // A hidden element would lose the focus to the page.
    if (hadFocus) (this.form.hidden ? this.mainButton() : input).focus();
  }

  setStatus(text: string): void {
    this.status.textContent = text;
  }

  /** Shows a turn, and reads it out once it is complete: a live region would repeat every part. */
  setLine(by: 'customer' | 'assistant', turn: number, text: string, isComplete: boolean): void {
    const { lines, log, texts } = this;
    const name = `${by} ${turn}`;
    const line = lines.get(name) ?? element('li', { class: by });
    if (!lines.has(name)) log.append(line);
    lines.set(name, line);
    log.hidden = false;
    const who = by === 'customer' ? texts.you : texts.assistant;
    line.replaceChildren(element('span', { class: 'hidden', text: `${who}: ` }), text);
    log.scrollTop = log.scrollHeight;
    if (isComplete && by === 'assistant') this.spoken.textContent = `${who}: ${text}`;
  }

  private createPanel(): HTMLElement {
    const { texts, status, spoken, log, form, tools, keys, callButton, hangUpButton } = this;
    const close = button('✕', '', () => this.show(false), { 'aria-label': texts.close });
    const head = element('div', { class: 'head' }, element('h2', { text: texts.title }), close);
    const note = element('p', { class: 'note', text: texts.notice });
    const parts = [head, note, status, spoken, log, form, tools, keys, callButton, hangUpButton];
    const panel = element('section', { class: 'panel', role: 'dialog', 'aria-label': texts.title }, ...parts);
    panel.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.show(false);
    });
    return panel;
  }

  private mainButton(): HTMLButtonElement {
    return this.callButton.hidden ? this.hangUpButton : this.callButton;
  }

  private submit(event: Event): void {
    event.preventDefault();
    const text = this.input.value.trim();
    this.input.value = '';
    if (text !== '') this.actions.say(text);
  }

  private toggleMute(): void {
    const isMuted = this.muteButton.getAttribute('aria-pressed') !== 'true';
    this.muteButton.setAttribute('aria-pressed', String(isMuted));
    this.actions.mute(isMuted);
  }

  private toggleKeys(): void {
    this.keys.hidden = !this.keys.hidden;
    this.keysButton.setAttribute('aria-expanded', String(!this.keys.hidden));
  }
}
