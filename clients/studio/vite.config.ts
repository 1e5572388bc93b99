import { defineConfig } from 'vite';

/** `vite build` writes the static files; `vite` serves them with the API of a local stack, and replaces changed modules. */
export default defineConfig({
  root: import.meta.dirname,
  // Read from the sources' own path, so that the workspace's packages are bundled like the studio itself.
  resolve: { dedupe: ['preact'] },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    // Everything is a file of its own: the content security policy allows no data: in scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/studio.json', '/local'].map((path) => [path, process.env['STUDIO_API'] ?? 'http://localhost:3000']),
    ),
  },
});
