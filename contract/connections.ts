import { z } from 'zod';
import { ApiScope, NewApiKey } from './api-keys.ts';

/** The monthly budget that the page suggests for an assistant, in credits. The person can change it. */
export const CONNECTION_BUDGET = 1000;
/** How long an assistant stays connected: what the page suggests, and the most. */
export const CONNECTION_DAYS = 90;
export const CONNECTION_DAYS_MAX = 366;

/** What assistants can be allowed. They report no bounces. */
export const CONNECTION_SCOPES: readonly ApiScope[] = ['read', 'run', 'export'];

const Parameter = z.string().max(2000);

/** What an assistant asks for: the parameters of OAuth 2.1 in the address of the consent page, as they are. */
export const ConnectionRequest = z.object({
  client_id: Parameter.optional(),
  redirect_uri: Parameter.optional(),
  response_type: Parameter.optional(),
  code_challenge: Parameter.optional(),
  code_challenge_method: Parameter.optional(),
  scope: Parameter.optional(),
  state: Parameter.optional(),
  resource: Parameter.optional(),
});
export type ConnectionRequest = z.infer<typeof ConnectionRequest>;

/** Their names, for the page that reads them from its address. */
export const CONNECTION_PARAMETERS = Object.keys(ConnectionRequest.shape) as (keyof ConnectionRequest)[];

/** The request as the person reads it. */
export const ConnectionView = z.object({
  /** The name that the assistant gave itself. */
  name: z.string(),
  /** The site that vouches for the name; null if no one checked it. */
  knownBy: z.string().nullable(),
  /** Where the person is sent afterwards: a host, or null for a program on their computer. */
  redirectHost: z.string().nullable(),
  scopes: z.array(ApiScope),
  /** What is wrong with the request, and the address that tells the assistant; null if it can be allowed. */
  refused: z.object({ message: z.string(), returnTo: z.string() }).nullable(),
});
export type ConnectionView = z.infer<typeof ConnectionView>;

/** What the person decided. */
export const ConnectionDecision = z.object({
  request: ConnectionRequest,
  allow: z
    .object({
      scopes: NewApiKey.shape.scopes,
      monthlyBudget: NewApiKey.shape.monthlyBudget.unwrap().unwrap(),
      /** ISO 8601 with an offset, at most a year from now. */
      expiresAt: NewApiKey.shape.expiresAt.unwrap().unwrap(),
    })
    .nullable(),
});

/** The address of the assistant that gets the answer. */
export const ConnectionAnswer = z.object({ returnTo: z.string() });
