import type { CALLS } from './calls.ts';
import type { components, operations } from './schema.ts';

/** The name of a call, such as `list-rows`. */
export type CallName = keyof typeof CALLS & keyof operations;

export type Task = components['schemas']['Task'];

type Json<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never;
type NoFields = Record<string, never>;
type Query<Operation> = Operation extends { parameters: { query?: infer Fields } }
  ? [NonNullable<Fields>] extends [never]
    ? NoFields
    : NonNullable<Fields>
  : NoFields;
type Body<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Fields } } }
  ? Fields
  : never;

/** What a call takes: the fields of its body, or of its query. */
export type InputOf<Name extends CallName> = (typeof CALLS)[Name]['method'] extends 'POST'
  ? Body<operations[Name]>
  : Query<operations[Name]>;

type Answers<Name extends CallName> = operations[Name]['responses'];

/** What a call answers at once. */
export type ReplyOf<Name extends CallName> = 200 extends keyof Answers<Name>
  ? Json<Answers<Name>[200]>
  : StartedBy<Name>;

/** What a call answers that starts work. */
export type StartedBy<Name extends CallName> = 202 extends keyof Answers<Name>
  ? Json<Answers<Name>[202 & keyof Answers<Name>]>
  : never;

/** The calls that start work. */
export type StartName = {
  [Name in CallName]: (typeof CALLS)[Name]['starts'] extends true ? Name : never;
}[CallName];

/** The calls that answer with a page of rows and `next`. */
export type TaskRow = ReplyOf<'task-rows'>['rows'][number];
export type ListRow = ReplyOf<'list-rows'>['rows'][number];
