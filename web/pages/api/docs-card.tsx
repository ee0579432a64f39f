import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { API_SCOPE_LABELS } from '#contract/api-keys.ts';
import { CallError, ERRORS } from '#contract/errors.ts';
import { toolFor } from '#tools/index/tools.ts';
import { CodeBlock } from '../../kit/code-block.tsx';
import { failureMessage } from '../../lib/calls.ts';
import { formatNumber } from '../../lib/format.ts';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx';
import { type ApiOperation, apiOperations } from './api-document.ts';
import { KEY_VARIABLE, LANGUAGES } from './code-examples.ts';

/** Where the server describes its functions. */
export const OPENAPI_URL = '/api/openapi.json';

/** The function whose example is shown first. */
const FIRST = toolFor('websites').calls.start?.name ?? '';

/** How to use a key, with an example of each function that keys can call. */
export function DocsCard({ requestsPerMinute }: { requestsPerMinute: number | undefined }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['openapi'],
    queryFn: loadOperations,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle>Examples</CardTitle>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-5">
        <p className="max-w-[72ch] text-muted-foreground">
          Send your key in the <code>Authorization</code> header. The examples read it from the environment
          variable <code>{KEY_VARIABLE}</code>. Never put a key in a URL or in a web page.
        </p>
        {error ? (
          <LoadFailure title="We couldn't load the examples" busy={isFetching} onRetry={() => refetch()}>
            {failureMessage(error)}
          </LoadFailure>
        ) : data ? (
          <Examples operations={data} />
        ) : (
          <Skeleton className="h-64 w-full" />
        )}
        <Limits requestsPerMinute={requestsPerMinute} />
      </CardContent>
    </Card>
  );
}

async function loadOperations({ signal }: { signal: AbortSignal }): Promise<ApiOperation[]> {
  const response = await fetch(OPENAPI_URL, { signal });
  if (!response.ok) throw new CallError('unavailable');
  return apiOperations(await response.json());
}

function Examples({ operations }: { operations: readonly ApiOperation[] }) {
  const [name, setName] = useState(FIRST);
  const operation = operations.find((operation) => operation.name === name) ?? operations[0];
  if (!operation) return null;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Field label="Function">
        {(control) => (
          <Select
            {...control}
            value={operation.name}
            onChange={(event) => setName(event.target.value)}
            className="max-w-md"
          >
            {operations.map((operation) => (
              <option key={operation.name} value={operation.name}>
                {operation.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div>
        <p className="max-w-[72ch]">{withCode(operation.summary)}</p>
        <p className="mt-1 text-sm text-muted-foreground">{permissionLine(operation)}</p>
      </div>
      <Tabs defaultValue={LANGUAGES[0].id}>
        <TabsList aria-label="Language">
          {LANGUAGES.map(({ id, label }) => (
            <TabsTrigger key={id} value={id}>
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        {LANGUAGES.map(({ id, label, write }) => (
          <TabsContent key={id} value={id} className="pt-3">
            <CodeBlock label={`Example in ${label}`} code={write(operation)} />
          </TabsContent>
        ))}
      </Tabs>
    </div>
  );
}

/** Text between backticks is code. */
function withCode(text: string): ReactNode[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));
}

function permissionLine({ scopes }: ApiOperation): string {
  const names = scopes.map((scope) => API_SCOPE_LABELS[scope]).join(' or ');
  return scopes.length === 1 ? `Permission: ${names}` : `Permission: ${names}, depending on the action`;
}

const STATUSES: readonly { status: number; text: string }[] = [
  { status: ERRORS.not_authenticated.status, text: 'The key is wrong, revoked or expired.' },
  {
    status: ERRORS.access_denied.status,
    text: 'Your plan has no API access, or the monthly budget of the key is used up.',
  },
  { status: ERRORS.forbidden.status, text: "The key doesn't have permission." },
  {
    status: ERRORS.rate_limited.status,
    text: 'Too many requests. Retry-After has the seconds to wait.',
  },
];

function Limits({ requestsPerMinute }: { requestsPerMinute: number | undefined }) {
  return (
    <div className="grid grid-cols-1 gap-3 border-t border-border pt-5">
      <h3 className="text-base font-semibold">Limits and errors</h3>
      <p className="max-w-[72ch] text-muted-foreground">
        {requestsPerMinute !== undefined &&
          `Each key can make ${formatNumber(requestsPerMinute)} requests per minute. `}
        The headers <code>RateLimit-Remaining</code> and <code>RateLimit-Reset</code> say how many are left
        and when they start again, in seconds. Each error has a code that stays the same, and the API
        reference says what to do about each.
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {STATUSES.map(({ status, text }) => (
          <div key={status} className="contents">
            <dt className="font-medium tabular-nums">{status}</dt>
            <dd className="text-muted-foreground">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
