import { Recipe } from '#contract/list-recipes.ts';
import { saveFile } from '../../lib/download.ts';

/** Saves a recipe as a JSON file, to give it to someone else. */
export function downloadRecipe({ name, description, columns, steps }: Recipe): void {
  const text = JSON.stringify({ name, description, columns, steps }, null, 2);
  const safe = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-').trim() || 'recipe';
  saveFile(new Blob([text], { type: 'application/json' }), `${safe}.json`);
}

/** Reads a recipe from a JSON file; null if it isn't one. */
export async function readRecipe(file: File): Promise<Recipe | null> {
  try {
    return Recipe.safeParse(JSON.parse(await file.text())).data ?? null;
  } catch {
    return null;
  }
}
