import { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import { firstErrorLine, OperatorError } from '../operator-error.ts';

/** Progress in a file: bytes read, total bytes, and rows read. */
export const FileProgress = z.object({ read: z.number(), bytes: z.number(), rows: z.number() });
export type FileProgress = z.infer<typeof FileProgress>;

/** A command's output: rows for programs, notes for people, and optional progress. */
export interface Output {
  row(value: object): void;
  note(text: string): void;
  progress?(at: FileProgress): void;
}

/**
 * An operator command. It runs in the `leadwell` process or in the server that has the data folder open.
 * `Needs` are the server dependencies it uses.
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

/** The input of a command is invalid. It did nothing. */
export class InvalidInput extends OperatorError {
  override readonly name = 'InvalidInput';
}

/** The input for `run`. Throws InvalidInput with one line for each problem. */
export function validInput<Input extends z.ZodType>(
  { input }: Pick<OperatorCommand<never, Input>, 'input'>,
  given: unknown,
): z.output<Input> {
  const parsed = input.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new InvalidInput(parsed.error.issues.map(({ message }) => message).join('\n'));
}

/**
 * Runs a command's work. A CallError becomes an OperatorError that includes its cause, such as the engine's
 * message.
 */
export async function asOperatorError(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const cause = error.cause === undefined ? '' : ` (${firstErrorLine(error.cause)})`;
    throw new OperatorError(`${error.message}${cause}`, { cause: error });
  }
}
