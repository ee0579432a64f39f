import type { z } from 'zod';
import type { Deps } from '../deps.ts';

/** Where a command puts what it has: rows for a program, notes for a person. */
export interface Output {
  row(value: object): void;
  note(text: string): void;
}

/** One command of the operator, run beside the database: by `leadwell` itself, or by the server that holds the data folder. */
export interface OperatorCommand<Input extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly input: Input;
  /** Throws OperatorError for what the operator can put right. */
  run(deps: Deps, input: z.output<Input>, output: Output): Promise<void>;
}

export function operatorCommand<Input extends z.ZodType>(
  command: OperatorCommand<Input>,
): OperatorCommand<Input> {
  return command;
}
