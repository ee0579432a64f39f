import { z } from 'zod';

/** Progress through a file: bytes read of all bytes, and rows read so far. */
export const FileProgress = z.object({ read: z.number(), bytes: z.number(), rows: z.number() });
export type FileProgress = z.infer<typeof FileProgress>;

/** Where a command writes: rows for programs, notes for people, and optionally progress. */
export interface Output {
  row(value: object): void;
  note(text: string): void;
  progress?(at: FileProgress): void;
}

/**
 * One operator command. `leadwell` runs it itself, or the server that has the data folder open runs it.
 * `Needs` are the parts of the server it uses.
 */
export interface OperatorCommand<Needs, Input extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly input: Input;
  /** Throws OperatorError for what the operator can fix. */
  run(deps: Needs, input: z.output<Input>, output: Output): Promise<void>;
}

/** Defines a command: `operatorCommand<LeadDeps>()({ name, input, run })`. */
export function operatorCommand<Needs>() {
  return <Input extends z.ZodType>(command: OperatorCommand<Needs, Input>): OperatorCommand<Needs, Input> =>
    command;
}
