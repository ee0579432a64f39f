import { z } from 'zod';
import type { Deps } from '../deps.ts';

/** How far a command is with a file: bytes of it that are read, and the rows that stood there. */
export const FileProgress = z.object({ read: z.number(), bytes: z.number(), rows: z.number() });
export type FileProgress = z.infer<typeof FileProgress>;

/** Where a command puts what it has: rows for a program, notes for a person, who may also watch how far it is. */
export interface Output {
  row(value: object): void;
  note(text: string): void;
  progress?(at: FileProgress): void;
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
