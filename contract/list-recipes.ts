import { z } from 'zod';
import { ColumnName, ColumnRole, ColumnType } from './list-columns.ts';
import { FormulaStep, LIST_STEPS_MAX, NameStep, ToolStep } from './list-steps.ts';

export const RECIPES_MAX = 100;

export const RecipeName = z
  .string()
  .trim()
  .min(1, 'Enter a name for the recipe.')
  .max(100, 'A name can have 100 characters at most.');

/** A value of a step, and the name of the column that it fills. */
const RecipeOutput = z.object({ field: z.string().max(200), name: ColumnName });
const inRecipe = { id: z.never().optional(), outputs: z.array(RecipeOutput).min(1).max(40) };

/** A step without a list: its columns are names. */
const RecipeStep = z.discriminatedUnion('kind', [
  z.object({ ...ToolStep.shape, ...inRecipe }),
  z.object({ ...FormulaStep.shape, ...inRecipe }),
  z.object({ ...NameStep.shape, ...inRecipe }),
]);
export type RecipeStep = z.infer<typeof RecipeStep>;

/** The steps of a list without its rows, to use them in another list, or to give them to someone else as JSON. */
export const Recipe = z.object({
  name: RecipeName,
  /** what it does, in a sentence */
  description: z.string().trim().max(500).default(''),
  /** the columns that the steps read and don't fill. A list's column with the same role or name is taken. */
  columns: z
    .array(z.object({ name: ColumnName, type: ColumnType, role: ColumnRole.nullable() }))
    .max(100)
    .default([]),
  steps: z.array(RecipeStep).min(1, 'A recipe needs a step.').max(LIST_STEPS_MAX),
});
export type Recipe = z.infer<typeof Recipe>;

/** A recipe that the account saved. */
export const SavedRecipe = Recipe.extend({ id: z.uuid(), createdAt: z.string() });
export type SavedRecipe = z.infer<typeof SavedRecipe>;
