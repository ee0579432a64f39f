import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { type ClientConfig, ConfigContext } from '../lib/config.ts';
import { PageLoading } from '../ui/page-loading.tsx';
import { visitorRoutes } from './visitor-routes.tsx';

export { pageHead } from './page-heads.ts';

/** A page as HTML: its title, and the content of the root element. */
export interface RenderedPage {
  title: string;
  body: string;
}

/** Renders a public page as visitors see it. Throws for a path without a page. */
export async function renderPage(path: string, config: ClientConfig): Promise<RenderedPage> {
  const { query, dataRoutes } = createStaticHandler(visitorRoutes());
  const context = await query(new Request(`http://localhost${path}`));
  if (context instanceof Response) throw new Error(`${path} redirects, so it can't be rendered.`);
  const [failure] = Object.values(context.errors ?? {});
  if (failure) throw new Error(`${path} can't be rendered.`, { cause: failure });
  const html = await toHtml(
    <StrictMode>
      <ConfigContext value={config}>
        <StaticRouterProvider
          router={createStaticRouter(dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </ConfigContext>
    </StrictMode>,
  );
  const titles = [...html.matchAll(/<title>([^<]*)<\/title>/g)];
  if (titles.length !== 1) throw new Error(`${path} has ${titles.length} titles instead of one.`);
  const [tag = '', title = ''] = titles[0] ?? [];
  return { title, body: html.replace(tag, '') };
}

/** What pages show that aren't rendered at build time, until their script runs. */
export function renderLoading(): Promise<string> {
  return toHtml(<PageLoading />);
}

async function toHtml(page: React.ReactNode): Promise<string> {
  const { prelude } = await prerender(page, {
    onError(error) {
      throw error;
    },
  });
  return new Response(prelude).text();
}
