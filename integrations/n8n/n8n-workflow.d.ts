/** The parts of n8n-workflow that these nodes use. n8n brings the module itself, whose license isn't an open source one. */
declare module 'n8n-workflow' {
  export type JsonObject = Record<string, unknown>;

  export interface INode {
    id: string;
    name: string;
  }

  export interface INodeExecutionData {
    json: JsonObject;
    pairedItem?: { item: number } | { item: number }[];
  }

  export interface IHttpRequestOptions {
    method: 'GET' | 'POST';
    url: string;
    qs?: JsonObject;
    body?: JsonObject;
    headers?: Record<string, string>;
    json?: boolean;
    /** in ms */
    timeout?: number;
  }

  interface BaseFunctions {
    getNode(): INode;
    getCredentials(name: string): Promise<JsonObject>;
    helpers: {
      httpRequestWithAuthentication(
        this: BaseFunctions,
        credentials: string,
        options: IHttpRequestOptions,
      ): Promise<unknown>;
    };
  }

  export type IAllExecuteFunctions = BaseFunctions;

  export interface IExecuteFunctions extends BaseFunctions {
    getInputData(): INodeExecutionData[];
    getNodeParameter(name: string, itemIndex: number, fallback?: unknown): unknown;
    getExecutionId(): string;
    continueOnFail(): boolean;
  }

  interface WebhookFunctions extends BaseFunctions {
    getNodeParameter(name: string, fallback?: unknown): unknown;
    getWorkflowStaticData(type: 'node'): JsonObject;
  }

  export interface IHookFunctions extends WebhookFunctions {
    getNodeWebhookUrl(name: 'default'): string | undefined;
    getWorkflow(): { id?: string; name?: string };
  }

  export interface IWebhookFunctions extends WebhookFunctions {
    getHeaderData(): Record<string, string | undefined>;
    getRequestObject(): { rawBody: Uint8Array };
    getResponseObject(): { status(code: number): { send(body: string): unknown } };
  }

  export interface IWebhookResponseData {
    workflowData?: INodeExecutionData[][];
    webhookResponse?: unknown;
    /** the node has answered itself */
    noWebhookResponse?: boolean;
  }

  export interface INodePropertyOptions {
    name: string;
    value: string;
    description?: string;
    action?: string;
  }

  export interface INodeProperties {
    displayName: string;
    name: string;
    type: 'boolean' | 'multiOptions' | 'number' | 'options' | 'string';
    default: boolean | number | string | string[];
    description?: string;
    hint?: string;
    placeholder?: string;
    required?: boolean;
    noDataExpression?: boolean;
    options?: INodePropertyOptions[];
    typeOptions?: { password?: boolean; minValue?: number };
    displayOptions?: { show: Record<string, (boolean | string)[]> };
  }

  export interface Icons {
    light: `file:${string}`;
    dark: `file:${string}`;
  }

  export interface INodeTypeDescription {
    displayName: string;
    name: string;
    icon: Icons;
    group: string[];
    version: number;
    subtitle: string;
    description: string;
    defaults: { name: string };
    usableAsTool?: true;
    inputs: string[];
    outputs: string[];
    credentials: { name: string; required: boolean }[];
    webhooks?: { name: 'default'; httpMethod: 'POST'; responseMode: 'onReceived'; path: string }[];
    properties: INodeProperties[];
  }

  export interface INodeType {
    description: INodeTypeDescription;
    execute?(this: IExecuteFunctions): Promise<INodeExecutionData[][]>;
    webhook?(this: IWebhookFunctions): Promise<IWebhookResponseData>;
    webhookMethods?: {
      default: Record<'checkExists' | 'create' | 'delete', (this: IHookFunctions) => Promise<boolean>>;
    };
  }

  export interface IAuthenticateGeneric {
    type: 'generic';
    properties: { headers: Record<string, string> };
  }

  export interface ICredentialTestRequest {
    request: { baseURL: string; url: string };
  }

  export interface ICredentialType {
    name: string;
    displayName: string;
    icon: Icons;
    documentationUrl: string;
    properties: INodeProperties[];
    authenticate: IAuthenticateGeneric;
    test: ICredentialTestRequest;
  }

  export function sleep(ms: number): Promise<void>;

  export const NodeConnectionTypes: { readonly Main: 'main' };

  export class NodeApiError extends Error {
    constructor(node: INode, error: JsonObject, options?: { itemIndex?: number; message?: string });
  }

  export class NodeOperationError extends Error {
    constructor(node: INode, error: Error | string, options?: { itemIndex?: number });
  }
}
