import { CodeBlock } from '../../kit/code-block.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx';
import { ASSISTANTS } from './assistant-settings.ts';

/** How an assistant uses the account: the address, and settings to copy. */
export function AssistantsCard() {
  const { origin, protocol } = window.location;
  const url = `${origin}/mcp`;
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle>Connect your assistant</CardTitle>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-5">
        <p className="max-w-[72ch] text-muted-foreground">
          Assistants that know the Model Context Protocol (MCP) can search leads, find and verify emails, and
          work with your lists. You choose what each may do, its monthly budget and how long it stays
          connected; then it is in the list of API keys, where you can revoke it. Nothing that costs credits
          starts without a limit that the assistant has to name.
        </p>
        <Tabs defaultValue={ASSISTANTS[0]?.id ?? ''}>
          <TabsList aria-label="Assistant">
            {ASSISTANTS.map(({ id, label }) => (
              <TabsTrigger key={id} value={id}>
                {label}
              </TabsTrigger>
            ))}
          </TabsList>
          {ASSISTANTS.map(({ id, label, help, code, needsKey, isRemote }) => (
            <TabsContent key={id} value={id} className="grid grid-cols-1 gap-3 pt-3">
              <p className="max-w-[72ch] text-sm text-muted-foreground">
                {help}
                {needsKey && ' Give the key a monthly budget.'}
              </p>
              <CodeBlock label={`Settings for ${label}`} code={code(url)} />
              {isRemote && protocol === 'http:' && (
                <Alert tone="info">
                  {label} opens this address from the internet, so it needs a server there with https.
                </Alert>
              )}
            </TabsContent>
          ))}
        </Tabs>
      </CardContent>
    </Card>
  );
}
