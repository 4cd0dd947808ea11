import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './build/compress.ts';
import { lightContract } from './build/light-contract.ts';
import { bootScript } from './build/preload.ts';

const { HEADWATER_PORT = '3000', HEADWATER_PANEL_OUT = 'dist' } = process.env;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [lightContract(), react(), bootScript(import.meta.dirname), compressAssets()],
  // The server puts a fresh nonce in place of this word in every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  server: {
    port: 5173,
    // What the server answers itself: the API, and pages of its own.
    proxy: { '^/(api|blog|help)(/|$)': { target: `http://127.0.0.1:${HEADWATER_PORT}` } },
  },
  build: {
    outDir: HEADWATER_PANEL_OUT,
    emptyOutDir: true,
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    manifest: true,
    // `boot.js` preloads what the opened path needs; the rest comes when it is asked for.
    modulePreload: { polyfill: false },
    // Never `data:` addresses: the content security policy allows fonts and images from this origin only.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 500,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The entry holds the sign-in page, so that it needs no further request.
            { name: 'entry', tags: ['$initial'], priority: 3 },
            {
              name: 'charts',
              test: /node_modules[\\/](recharts|@mantine[\\/]charts|d3-|victory-|es-toolkit)/,
              priority: 2,
            },
            // Both players have these controls; nothing else has.
            {
              name: 'player',
              test: /node_modules[\\/](media-chrome|ce-la-react)[\\/]|player[\\/]media-chrome\.ts$/,
              priority: 2,
            },
            // The routes come without zod, see light-contract.ts; what checks input comes with the forms.
            {
              name: 'schemas',
              test: /node_modules[\\/]zod[\\/]|[\\/]contract[\\/]src[\\/].*(?<!routes)\.ts$/,
              priority: 2,
            },
            // What two or more of the lazy screens share comes in one piece instead of a dozen.
            { name: 'app', minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
});
