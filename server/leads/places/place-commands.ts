import { z } from 'zod';
import { categoryKey } from '#contract/local-business-filters.ts';
import { countryCode, englishCountryName } from '#engines/country-names/country-names.ts';
import { assertRoom } from '../../platform/disk/disk-space.ts';
import {
  asOperatorError,
  type OperatorCommand,
  operatorCommand,
} from '../../platform/operator/operator-command.ts';
import type { ImportDeps } from '../import/import-leads.ts';
import { RetentionOption } from '../retention-option.ts';
import { importPlaces } from './import-places.ts';

const Category = z
  .string()
  .trim()
  .min(1, '--category must not be empty.')
  .max(100, '--category must have at most 100 characters.')
  .transform(categoryKey);
const Country = z
  .string()
  .trim()
  .regex(/^[a-z]{2}$/i, { error: '--country must be the two letters of a country, such as DE.', abort: true })
  .transform((country) => country.toUpperCase())
  .superRefine((country, context) => {
    const code = countryCode(country);
    if (code === country) return;
    const meant = code === null ? '' : ` ${englishCountryName(code)} is ${code}.`;
    context.addIssue(`--country ${country} is not the code of a country.${meant}`);
  });

const importCommand = operatorCommand<ImportDeps>()({
  name: 'places-import',
  input: z.object({
    files: z.array(z.string()).min(1, 'Name at least one file.'),
    countries: z.array(Country),
    categories: z.array(Category),
    minConfidence: z
      .number('--min-confidence must be a number from 0 to 1.')
      .min(0, '--min-confidence must be a number from 0 to 1.')
      .max(1, '--min-confidence must be a number from 0 to 1.'),
    date: z.iso
      .date('--date must be a valid date as YYYY-MM-DD. Without it, the date of the first file is used.')
      .nullable(),
    deleteAfter: RetentionOption,
  }),
  run: (deps, request, output) =>
    asOperatorError(async () => {
      assertRoom(deps.database.space);
      output.row({ ...(await importPlaces(deps, request, output)) });
    }),
});

/** The commands of `leadwell places`. */
export const PLACE_COMMANDS: readonly OperatorCommand<ImportDeps>[] = [
  importCommand as OperatorCommand<ImportDeps>,
];
