import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { applyTheme, THEME_KEY } from '../lib/apply-theme.ts';

const PLACE = '<!-- theme script -->';

/**
 * The script that shows the saved theme before the first paint. It blocks the page, so it is tiny and comes with the
 * head; and it is a file, because the CSP allows no inline script.
 */
export function themeScriptText(): string {
  const key = JSON.stringify(THEME_KEY);
  return `{let theme=null;try{theme=localStorage.getItem(${key})}catch{}(${applyTheme})(theme)}\n`;
}

/** Puts the theme script into the page, as an asset that browsers can cache forever. */
export function themeScript(): Plugin {
  let file: string | null = null;
  return {
    name: 'theme-script',
    configResolved({ command }) {
      if (command !== 'build') return;
      const hash = createHash('sha256').update(themeScriptText()).digest('base64url').slice(0, 8);
      file = `assets/saved-theme-${hash}.js`;
    },
    buildStart() {
      if (file) this.emitFile({ type: 'asset', fileName: file, source: themeScriptText() });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        if (!html.includes(PLACE)) throw new Error(`index.html has no place for the theme script: ${PLACE}`);
        // The development server has no CSP.
        const tag = file ? `<script src="/${file}"></script>` : `<script>${themeScriptText()}</script>`;
        return html.replace(PLACE, () => tag);
      },
    },
  };
}
