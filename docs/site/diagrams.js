import { renderMermaidSVG } from 'beautiful-mermaid';

/** The colours of the two themes of VitePress. */
const themes = {
  light: { bg: '#ffffff', fg: '#3c3c43', muted: '#55555e', line: '#8a8a92' },
  dark: { bg: '#1b1b1f', fg: '#dfdfd6', muted: '#b4b4bd', line: '#7a7a82' },
};
/** Pixels. Closer than by default, so that more of a diagram fits beside the sidebar. */
const spacing = { nodeSpacing: 16, layerSpacing: 32 };

/** Draws the Mermaid blocks of a page while the site is built. */
export function drawDiagrams(md) {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index];
    if (info.trim() !== 'mermaid') return fence(tokens, index, ...rest);
    const heading = tokens.slice(0, index).findLast(({ type }) => type === 'heading_open');
    const title = md.utils.escapeHtml(tokens[tokens.indexOf(heading) + 1].content);
    const picture = (theme) =>
      `<img class="${theme}" alt="Diagram: ${title}" src="data:image/svg+xml;base64,${svgOf(content, themes[theme])}">`;
    return `<div class="diagram" tabindex="0" role="group" aria-label="Diagram: ${title}">${picture('light')}${picture('dark')}</div>`;
  };
}

/** Nothing is loaded from other origins, and a picture could not. */
function svgOf(source, colours) {
  const svg = renderMermaidSVG(source, { ...colours, ...spacing, transparent: true, font: 'system-ui' });
  return Buffer.from(svg.replace(/@import url\([^)]*\);/, '')).toString('base64');
}
