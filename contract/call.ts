import type { z } from 'zod';
import type { CallScope } from './api-keys.ts';

/** The response format: one JSON value, or a CSV file streamed as it is generated. */
export type ReplyKind = 'json' | 'csv';

/**
 * The shape of one function call, shared by server and browser. `input` is the JSON body of a POST or the
 * query of a GET. `costs` marks a call that starts work or spends credits.
 */
export interface Call<Input extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  readonly access: 'public' | 'signed-in';
  /** What an API key needs to make this call. */
  readonly scope: CallScope;
  readonly costs: boolean;
  /**
   * Whether a repeated request with the same Idempotency-Key costs and adds nothing twice. Most are carried out once; a lead export
   * sends its leads again, which are paid for, and list-set-auto-run sets the same again. Each call that `costs` takes a key.
   */
  readonly takesKey: boolean;
  /** Maximum body size, in bytes. */
  readonly maxBodyBytes: number;
  readonly input: Input;
  /** A valid input, for the OpenAPI document and the examples made from it. */
  readonly example?: z.input<Input>;
  readonly reply: Reply;
  readonly replyKind: ReplyKind;
  /** What a file can be besides CSV, as content types. */
  readonly otherTypes?: readonly string[];
  /**
   * When the call replies 202 with the work that it started: always, or with `Prefer: respond-async` (RFC 7240). The last
   * option of `reply` is then what it replies.
   */
  readonly accepted?: 'always' | 'respond-async';
  /** The reply to each `action` of the input, for a call with actions. */
  readonly replyByAction?: Readonly<Record<string, z.ZodType>>;
}

/** Where the calls are, as the specification names it. */
export const CALLS_PATH = '/functions/v1/';
/** The versioned names of the same calls: /v1/task is /functions/v1/task (docs/api-versions.md). */
export const VERSIONED_PATH = '/v1/';

const DEFAULT_MAX_BODY_BYTES = 64 * 1024;

/** Declares one function call with the path `/functions/v1/<name>`. */
export function call<Input extends z.ZodType, Reply extends z.ZodType>(shape: {
  name: string;
  method: 'GET' | 'POST';
  summary: string;
  access?: 'public' | 'signed-in';
  scope: CallScope;
  costs?: boolean;
  takesKey?: boolean;
  maxBodyBytes?: number;
  input: Input;
  example?: NoInfer<z.input<Input>>;
  reply: Reply;
  replyKind?: ReplyKind;
  otherTypes?: readonly string[];
  accepted?: Call['accepted'];
  replyByAction?: Call['replyByAction'];
}): Call<Input, Reply> {
  return {
    access: 'signed-in',
    costs: false,
    takesKey: shape.costs ?? false,
    maxBodyBytes: DEFAULT_MAX_BODY_BYTES,
    replyKind: 'json',
    path: `${CALLS_PATH}${shape.name}`,
    ...shape,
  };
}

export type InputOf<C extends Call> = z.output<C['input']>;
export type ReplyOf<C extends Call> = z.output<C['reply']>;
