import { completable, type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { createMcpServer } from './mcp-server.ts';
import type { McpCalls } from './mcp-tool.ts';
import { addInputTools, addSessionTools } from './test-conformance-inputs.ts';
import { stateCodec } from './test-conformance-state.ts';

/** One pixel, and a sound without samples. */
const IMAGE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
const AUDIO = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
const embedded = {
  type: 'resource' as const,
  resource: { uri: 'test://embedded', mimeType: 'text/plain', text: 'An embedded resource.' },
};
const image = { type: 'image' as const, data: IMAGE, mimeType: 'image/png' };
const text = (value: string) => ({ type: 'text' as const, text: value });
const said = (...content: (ReturnType<typeof text> | typeof image | typeof embedded)[]) => ({
  messages: content.map((each) => ({ role: 'user' as const, content: each })),
});

const noFault = (error: unknown): never => {
  throw error;
};

/** Our server, with the tools, resources and prompts that the conformance suite asks for by name. */
export function createConformanceServer(calls: McpCalls): McpServer {
  const server = createMcpServer(calls, noFault, {
    capabilities: {
      logging: {},
      tools: { listChanged: false },
      prompts: { listChanged: false },
      resources: { listChanged: false, subscribe: true },
    },
    requestState: { verify: stateCodec.verify },
  });
  for (const method of ['resources/subscribe', 'resources/unsubscribe'] as const)
    server.server.setRequestHandler(method, () => ({}));
  addTools(server);
  addLoggingTool(server);
  addResources(server);
  addPrompts(server);
  addInputTools(server);
  addSessionTools(server);
  return server;
}

function addTools(server: McpServer): void {
  const tool = (name: string, content: unknown[]) =>
    server.registerTool(name, { description: `Answers the suite's ${name}.` }, () => ({ content }) as never);
  tool('test_simple_text', [text('This is a simple text response for testing.')]);
  tool('test_image_content', [image]);
  tool('test_audio_content', [{ type: 'audio', data: AUDIO, mimeType: 'audio/wav' }]);
  tool('test_embedded_resource', [embedded]);
  tool('test_multiple_content_types', [text('Several kinds:'), image, embedded]);
  server.registerTool('test_error_handling', { description: 'Fails.' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Reports its progress.', inputSchema: z.object({}) },
    async (_, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of [0, 50, 100])
        if (progressToken !== undefined)
          await mcpReq.notify({
            method: 'notifications/progress',
            params: { progressToken, progress, total: 100 },
          });
      return { content: [text(String(progressToken))] };
    },
  );
}

function addLoggingTool(server: McpServer): void {
  server.registerTool(
    'test_tool_with_logging',
    { description: 'Logs.', inputSchema: z.object({}) },
    async (_, { mcpReq }) => {
      for (const data of ['Started', 'Working', 'Done'])
        await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
      return { content: [text('Logged.')] };
    },
  );
}

function addResources(server: McpServer): void {
  server.registerResource('Text', 'test://static-text', { mimeType: 'text/plain' }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'A static text.' }],
  }));
  server.registerResource('Image', 'test://static-binary', { mimeType: 'image/png' }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'image/png', blob: IMAGE }],
  }));
  server.registerResource(
    'Template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { mimeType: 'application/json' },
    (uri, { id }) => ({
      contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify({ id }) }],
    }),
  );
}

function addPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'A prompt.' }, () =>
    said(text('This is a simple prompt for testing.')),
  );
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'Two arguments.',
      argsSchema: z.object({ arg1: completable(z.string(), () => []), arg2: z.string() }),
    },
    ({ arg1, arg2 }) => said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'A resource.', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) =>
      said({ ...embedded, resource: { ...embedded.resource, uri: resourceUri } }, text('Process it.')),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'An image.' }, () =>
    said(image, text('Analyze it.')),
  );
}
