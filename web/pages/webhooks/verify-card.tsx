import { CodeBlock } from '../../kit/code-block.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx';
import { SECRET_VARIABLE, VERIFY_EXAMPLES } from './verify-examples.ts';

/** How a receiver checks signatures, and what it can expect. */
export function VerifyCard() {
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle>Receive events</CardTitle>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-5">
        <p className="max-w-[72ch] text-muted-foreground">
          Check the signature of each request before you trust it. The examples read your signing secret from
          the environment variable <code>{SECRET_VARIABLE}</code>. Requests follow{' '}
          <ExternalLink href="https://www.standardwebhooks.com">Standard Webhooks</ExternalLink>, so you can
          use its libraries, with the secret for <code>v1</code> or the public key for <code>v1a</code>.
        </p>
        <Tabs defaultValue={VERIFY_EXAMPLES[0].id}>
          <TabsList aria-label="Language">
            {VERIFY_EXAMPLES.map(({ id, label }) => (
              <TabsTrigger key={id} value={id}>
                {label}
              </TabsTrigger>
            ))}
          </TabsList>
          {VERIFY_EXAMPLES.map(({ id, label, code }) => (
            <TabsContent key={id} value={id} className="pt-3">
              <CodeBlock label={`Example in ${label}`} code={code} />
            </TabsContent>
          ))}
        </Tabs>
        <ul className="grid max-w-[72ch] list-disc gap-1.5 pl-5 text-muted-foreground">
          <li>An event has IDs, counts and a link, and no contacts. Get those from the API, with the IDs.</li>
          <li>
            Answer with a 2xx status within 20 seconds. After anything else we try again: after 5 seconds, 5
            and 30 minutes, then after 2, 5, 10, 14, 20 and 24 hours, and a little later at random. We wait
            longer if you answer 429 or 503 with <code>Retry-After</code>.
          </li>
          <li>
            An event can come twice, or after a later one. Its <code>webhook-id</code> is the same each time.
          </li>
          <li>We don't follow redirects. Answer 410 to disable the webhook.</li>
        </ul>
      </CardContent>
    </Card>
  );
}
