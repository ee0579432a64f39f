import type { z } from 'zod';

/** The environment as text, by name. Names without a value are left out. */
export type RawSettings = Readonly<Record<string, string | undefined>>;

/** The settings of one tool, which server/config.ts reads with all others. */
export interface ToolSettings<Shape extends z.ZodRawShape = z.ZodRawShape> {
  /** How each is read, by its name in the environment. */
  readonly shape: Shape;
  /** Those that can also be read from a file, named by the setting with `_FILE` at its end. */
  readonly files?: readonly (keyof Shape & string)[];
  /** What some values need besides: a line for each problem, as "NAME: must be set with OTHER". */
  findMissing?(settings: RawSettings): string[];
}

/** Declares the settings of a tool, keeping their exact types. */
export function defineSettings<Shape extends z.ZodRawShape>(
  settings: ToolSettings<Shape>,
): ToolSettings<Shape> {
  return settings;
}

/** All shapes at once: what is in a union of shapes becomes one shape with the names of each. */
type Joined<Shapes> = (Shapes extends unknown ? (shape: Shapes) => void : never) extends (
  shape: infer All,
) => void
  ? All
  : never;

/** The shapes of all tools as one, with their exact types. No two tools have a setting of the same name. */
export function joinShapes<Tools extends Readonly<Record<string, Pick<ToolSettings, 'shape'>>>>(
  tools: Tools,
): Joined<Tools[keyof Tools]['shape']> {
  return Object.assign({}, ...Object.values(tools).map(({ shape }) => shape));
}
