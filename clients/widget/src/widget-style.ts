/** Style of the element's shadow tree. `--rb-*` are set by the element from the settings of the widget. */
export const css = `
:host { position: fixed !important; z-index: 2147483000; color-scheme: light;
  --surface: #ffffff; --text: #1b1f24; --quiet: #57606a; --line: #d0d7de; --mine: #eef1f4; }
:host([hidden]) { display: none !important; }
:host([data-theme=dark]) { color-scheme: dark;
  --surface: #161b22; --text: #f0f3f6; --quiet: #9ea7b3; --line: #3d444d; --mine: #262c36; }
@media (prefers-color-scheme: dark) { :host([data-theme=auto]) { color-scheme: dark;
  --surface: #161b22; --text: #f0f3f6; --quiet: #9ea7b3; --line: #3d444d; --mine: #262c36; } }
:host([data-position^=bottom]) { bottom: 16px; } :host([data-position^=top]) { top: 16px; }
:host([data-position$=right]) { right: 16px; } :host([data-position$=left]) { left: 16px; }
/* The widget inherits no text style of the page. */
.widget { all: initial; display: block; visibility: inherit; color-scheme: inherit; font: 16px/1.4 system-ui, sans-serif; }
* { box-sizing: border-box; }
button, input { font: inherit; color: inherit; }
button { cursor: pointer; min-height: 44px; min-width: 44px; border-radius: 10px; border: 1px solid var(--line);
  background: transparent; padding: 8px 14px; }
button:disabled { cursor: default; opacity: .6; }
[aria-pressed=true] { background: var(--text); color: var(--surface); border-color: var(--text); }
.main { background: var(--rb-color); color: var(--rb-on-color); border-color: transparent; font-weight: 600; }
.launcher { border-radius: 999px; padding: 12px 20px; box-shadow: 0 4px 16px rgb(0 0 0 / .25); display: flex; gap: 8px;
  align-items: center; }
:focus-visible { outline: 3px solid var(--text); outline-offset: 2px; }
.launcher:focus-visible { outline-color: var(--rb-color); box-shadow: 0 0 0 7px #fff; }
.panel { width: min(360px, calc(100vw - 32px)); max-height: min(560px, calc(100vh - 32px)); display: flex;
  flex-direction: column; gap: 10px; padding: 14px; background: var(--surface); color: var(--text);
  border: 1px solid var(--line); border-radius: 16px; overflow-y: auto; box-shadow: 0 8px 32px rgb(0 0 0 / .3); }
[hidden] { display: none !important; }
.head { display: flex; align-items: center; gap: 8px; } .head h2 { font-size: 1rem; margin: 0; flex: 1; }
.status, .note { color: var(--quiet); font-size: .875rem; margin: 0; }
.log { list-style: none; margin: 0; padding: 0; overflow-y: auto; display: flex; flex-direction: column; gap: 8px;
  min-height: 0; flex: 1; }
.log li { padding: 8px 12px; border-radius: 12px; border: 1px solid var(--line); max-width: 90%; overflow-wrap: anywhere; }
.log li.customer { align-self: flex-end; background: var(--mine); }
.row { display: flex; gap: 8px; flex-wrap: wrap; } .row > * { flex: 1; } form.row > button { flex: none; }
input { min-height: 44px; min-width: 0; border-radius: 10px; border: 1px solid var(--quiet); background: var(--surface);
  padding: 8px 12px; }
.keys { display: grid; grid-template-columns: repeat(3, 1fr); gap: 6px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (prefers-reduced-motion: no-preference) { .panel { animation: rise .15s ease-out; } }
@keyframes rise { from { transform: translateY(8px); } }
@media (forced-colors: active) { button, input { border-color: ButtonText; }
  [aria-pressed=true] { forced-color-adjust: none; background: Highlight; color: HighlightText; } }
`;
