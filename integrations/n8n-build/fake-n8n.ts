import type {
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestOptions,
  INodeExecutionData,
  IWebhookFunctions,
  JsonObject,
} from 'n8n-workflow';

type Parameters = Readonly<Record<string, unknown>>;

export interface FakeCredentials {
  url: string;
  key: string;
}

class HttpFailure extends Error {
  readonly code: string;

  constructor(status: number, body: string) {
    super(body);
    this.code = `${status}`;
  }
}

/** What n8n gives to every node: credentials, and requests with them. */
function base({ url, key }: FakeCredentials, sent: IHttpRequestOptions[], failures: string[] = []) {
  return {
    getNode: () => ({ id: 'node-1', name: 'Leadwell' }),
    getCredentials: async () => ({ url, apiKey: key }),
    helpers: {
      async httpRequestWithAuthentication(_name: string, options: IHttpRequestOptions): Promise<unknown> {
        sent.push(options);
        const failure = options.method === 'GET' ? failures.shift() : undefined;
        if (failure) throw Object.assign(new Error('The request failed.'), { httpCode: failure });
        const target = new URL(options.url);
        for (const [name, value] of Object.entries(options.qs ?? {}))
          target.searchParams.set(name, String(value));
        const response = await fetch(target, {
          method: options.method,
          headers: {
            authorization: `Bearer ${key}`,
            ...(options.body ? { 'content-type': 'application/json' } : {}),
            ...options.headers,
          },
          ...(options.body ? { body: JSON.stringify(options.body) } : {}),
        });
        if (!response.ok) throw new HttpFailure(response.status, await response.text());
        const text = await response.text();
        try {
          return JSON.parse(text);
        } catch {
          return text;
        }
      },
    },
  };
}

/** The context in which n8n executes a node: one set of parameters for each input item. `failures`: of its first GETs. */
export function executeContext(
  credentials: FakeCredentials,
  items: readonly Parameters[],
  {
    executionId = '1',
    continueOnFail = false,
    failures = [],
  }: { executionId?: string; continueOnFail?: boolean; failures?: string[] } = {},
): IExecuteFunctions & { sent: IHttpRequestOptions[] } {
  const sent: IHttpRequestOptions[] = [];
  return {
    ...base(credentials, sent, failures),
    sent,
    getInputData: (): INodeExecutionData[] => items.map(() => ({ json: {} })),
    getNodeParameter: (name, item, fallback) => items[item]?.[name] ?? fallback,
    getExecutionId: () => executionId,
    continueOnFail: () => continueOnFail,
  };
}

/** What n8n keeps of a trigger, and the contexts in which it switches it on and off and hands requests to it. */
export function triggerContexts(credentials: FakeCredentials, parameters: Parameters, webhookUrl: string) {
  const stored: JsonObject = {};
  const shared = {
    ...base(credentials, []),
    getNodeParameter: (name: string, fallback?: unknown) => parameters[name] ?? fallback,
    getWorkflowStaticData: () => stored,
  };
  const hook: IHookFunctions = {
    ...shared,
    getNodeWebhookUrl: () => webhookUrl,
    getWorkflow: () => ({ id: 'w1', name: 'Enrich' }),
  };
  /** The answers that the node gave itself. */
  const answers: { status: number; body: string }[] = [];
  const webhook = (headers: Record<string, string | undefined>, body: string): IWebhookFunctions => ({
    ...shared,
    getResponseObject: () => ({
      status: (status) => ({ send: (text) => answers.push({ status, body: text }) }),
    }),
    getHeaderData: () => headers,
    getRequestObject: () => ({ rawBody: new TextEncoder().encode(body) }),
  });
  return { stored, hook, webhook, answers };
}
