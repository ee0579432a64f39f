import { KEY_VARIABLE } from './code-examples.ts';

/** How a common assistant is connected. */
export interface AssistantSettings {
  id: string;
  label: string;
  /** what to do with the code, in the assistant's own words */
  help: string;
  /** to copy, for a server's MCP address */
  code(url: string): string;
  /** It needs a key from this page. The others ask the person to log in. */
  needsKey?: true;
  /** It runs somewhere else, and reaches only servers on the internet. */
  isRemote?: true;
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** Those that log in with OAuth first. */
export const ASSISTANTS: readonly AssistantSettings[] = [
  {
    id: 'claude',
    label: 'Claude',
    help: 'In Claude, open Settings, Connectors, Add custom connector. Enter the name Leadwell and this address, then select Connect.',
    code: (url) => url,
    isRemote: true,
  },
  {
    id: 'chatgpt',
    label: 'ChatGPT',
    help: 'In ChatGPT, open Settings, Apps & Connectors, Advanced settings and turn on Developer mode. Then select Create, enter the name Leadwell and this address, and choose OAuth.',
    code: (url) => url,
    isRemote: true,
  },
  {
    id: 'claude-code',
    label: 'Claude Code',
    help: 'Run this in a terminal. Then type /mcp in Claude Code, choose leadwell, and authenticate.',
    code: (url) => `claude mcp add --transport http leadwell ${url}`,
  },
  {
    id: 'vs-code',
    label: 'VS Code',
    help: 'Add this to .vscode/mcp.json and start the server there. VS Code opens the browser, where you allow it.',
    code: (url) => json({ servers: { leadwell: { type: 'http', url } } }),
  },
  {
    id: 'cursor',
    label: 'Cursor',
    help: 'Add this to .cursor/mcp.json, with a key from this page. It works for every assistant that can send headers.',
    code: (url) => json({ mcpServers: { leadwell: { url, headers: { Authorization: 'Bearer YOUR_KEY' } } } }),
    needsKey: true,
  },
  {
    id: 'terminal',
    label: 'On your computer',
    help: 'For assistants that start a program instead of opening an address, such as Claude Desktop. It needs a copy of Leadwell, and a key from this page.',
    code: (url) =>
      json({
        mcpServers: {
          leadwell: {
            command: 'node',
            args: ['/path/to/leadwell/cli/leadwell.mjs', 'mcp'],
            env: { LEADWELL_URL: new URL(url).origin, [KEY_VARIABLE]: 'YOUR_KEY' },
          },
        },
      }),
    needsKey: true,
  },
];
