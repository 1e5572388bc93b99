interface Reach {
  /** Other origins that the studio connects to: the carrier's signalling, or the simulator. */
  connect: readonly string[];
  /** Other origins of recordings. */
  media: readonly string[];
}

/** What the studio may load: its own files. No inline script or style, no frame, nothing of a third party. */
export function contentSecurityPolicy({ connect, media }: Reach): string {
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'font-src': ["'self'"],
    'img-src': ["'self'"],
    'connect-src': ["'self'", ...connect],
    'media-src': ["'self'", 'blob:', ...media],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** Files whose names change with their content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
/** `index.html` and everything else that keeps its name. */
export const REVALIDATED = 'no-cache';
/** The widget keeps its name too, but its visitors see many pages: a new release reaches them after five minutes. */
const EMBEDDED = 'public, max-age=300';

/** How long a browser keeps a file of the studio, or of the widget beside it. @param file its path in the folder */
export function cachingOf(file: string): string {
  if (file.startsWith('assets/')) return IMMUTABLE;
  return file.startsWith('widget/') ? EMBEDDED : REVALIDATED;
}

export const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The folder of the studio's files in the output of `cdk synth`. */
export const STUDIO_FOLDER = 'studio';
