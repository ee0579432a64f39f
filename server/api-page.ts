import { readFile } from 'node:fs/promises';
import type { Hono } from 'hono';
// Its main file would load the scripts of the page into the server.
import swaggerFolder from 'swagger-ui-dist/absolute-path.js';
import { BOUNCE_CALLS } from '#contract/calls/bounce-calls.ts';
import { SCHEDULE_CALLS } from '#contract/calls/schedule-calls.ts';
import { WEBHOOK_CALLS } from '#contract/calls/webhook-calls.ts';
import { CALL_GROUPS } from '#contract/calls.ts';
import { TOOLS } from '#tools/index/tools.ts';
import type { AppEnv } from './http/context.ts';
import { type CallGroup, openApiDocument } from './http/openapi.ts';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Leadwell API</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="stylesheet" href="/api/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="/api/swagger-ui-bundle.js"></script>
<script src="/api/start.js"></script>
</body>
</html>
`;
const START = `window.SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#api', deepLinking: true, validatorUrl: null });\n`;
const FILES: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

/**
 * Mounts /api: the OpenAPI document of the calls that API keys can make and a page for it, without files from other
 * origins.
 */
export function mountApiPage(app: Hono<AppEnv>, publicUrl: string): void {
  const groups = apiGroups();
  app.get('/api', (context) => context.html(PAGE));
  let document: object | undefined;
  app.get('/api/openapi.json', (context) => {
    document ??= openApiDocument(groups, publicUrl);
    return context.json(document);
  });
  app.get('/api/start.js', (context) =>
    context.body(START, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
  app.get('/api/:file{swagger-ui(-bundle)?\\.(css|js)}', async (context, next) => {
    const type = FILES[context.req.param('file')];
    if (!type) return next();
    const body = await readFile(`${swaggerFolder()}/${context.req.param('file')}`);
    return context.body(new Uint8Array(body), 200, { 'Content-Type': type, 'Cache-Control': 'max-age=3600' });
  });
}

/** All calls in groups: the tools, then what belongs to none of them. */
export function apiGroups(): CallGroup[] {
  const tools = TOOLS.map(({ label, description, calls }) => ({
    name: label,
    description,
    calls: Object.values(calls),
  }));
  const webhooks = {
    name: 'Webhooks',
    description: 'Addresses that get the events of your account, signed, and the log of what was sent.',
    calls: Object.values(WEBHOOK_CALLS),
  };
  const schedules = {
    name: 'Schedules',
    description: 'Work that repeats, and what each run found new.',
    calls: Object.values(SCHEDULE_CALLS),
  };
  const bounces = {
    name: 'Bounces',
    description: 'What became of the emails that you sent.',
    calls: Object.values(BOUNCE_CALLS),
  };
  return [...tools, ...CALL_GROUPS, schedules, webhooks, bounces];
}
