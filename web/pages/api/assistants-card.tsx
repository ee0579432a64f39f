import { CodeBlock } from '../../kit/code-block.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx';
import { KEY_VARIABLE } from './code-examples.ts';

/** The settings of common assistants. `url`: of the server's MCP address. */
const CLIENTS: readonly { id: string; label: string; help: string; settings: (url: string) => string }[] = [
  {
    id: 'claude-code',
    label: 'Claude Code',
    help: 'Run this in a terminal.',
    settings: (url) =>
      `claude mcp add --transport http leadwell ${url} --header "Authorization: Bearer $${KEY_VARIABLE}"`,
  },
  {
    id: 'json',
    label: 'Cursor and others',
    help: 'Add this to the MCP settings of the assistant, such as .cursor/mcp.json.',
    settings: (url) =>
      JSON.stringify(
        { mcpServers: { leadwell: { url, headers: { Authorization: 'Bearer YOUR_KEY' } } } },
        null,
        2,
      ),
  },
  {
    id: 'vs-code',
    label: 'VS Code',
    help: 'Add this to .vscode/mcp.json. VS Code asks for the key.',
    settings: (url) =>
      JSON.stringify(
        {
          inputs: [
            { type: 'promptString', id: 'leadwell-key', description: 'Leadwell API key', password: true },
          ],
          servers: {
            leadwell: { type: 'http', url, headers: { Authorization: `Bearer ${'$'}{input:leadwell-key}` } },
          },
        },
        null,
        2,
      ),
  },
];

/** How an assistant uses the account: the address, and settings to copy. */
export function AssistantsCard() {
  const url = `${window.location.origin}/mcp`;
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle>Connect your assistant</CardTitle>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-5">
        <p className="max-w-[72ch] text-muted-foreground">
          Assistants that know the Model Context Protocol (MCP) can search leads, find and verify emails, and
          work with your lists. Create a key for the assistant, with a monthly budget. Nothing that costs
          credits starts without a limit that the assistant has to name.
        </p>
        <Tabs defaultValue={CLIENTS[0]?.id ?? ''}>
          <TabsList aria-label="Assistant">
            {CLIENTS.map(({ id, label }) => (
              <TabsTrigger key={id} value={id}>
                {label}
              </TabsTrigger>
            ))}
          </TabsList>
          {CLIENTS.map(({ id, label, help, settings }) => (
            <TabsContent key={id} value={id} className="grid grid-cols-1 gap-2 pt-3">
              <p className="text-sm text-muted-foreground">{help}</p>
              <CodeBlock label={`Settings for ${label}`} code={settings(url)} />
            </TabsContent>
          ))}
        </Tabs>
      </CardContent>
    </Card>
  );
}
