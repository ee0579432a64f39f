import { TABLE_FORMAT_LABELS } from '#contract/file-types.ts';
import { DropdownMenu, DropdownMenuItem } from '../ui/dropdown-menu.tsx';
import type { MenuState } from '../ui/menu-trigger.ts';
import type { CsvChoice, useCsvDownload } from './use-csv-download.ts';

export interface CsvMenuItemsProps {
  menu: MenuState;
  download: ReturnType<typeof useCsvDownload>;
  /** the rows and columns on screen; null if these are all */
  shown: CsvChoice | null;
  /** columns that files have only if they are chosen */
  extra: { label: string; columns: readonly string[] } | null;
  /** a file can have a row for each person */
  hasPeople: boolean;
  /** the task keeps the uploaded file */
  hasFile: boolean;
}

/** The other ways to download results. */
export default function CsvMenuItems({
  menu,
  download,
  shown,
  extra,
  hasPeople,
  hasFile,
}: CsvMenuItemsProps) {
  const choice = shown ?? {};
  // Rows of people have columns of their own.
  const people: CsvChoice = { ...choice, columns: undefined, per: 'person' };
  return (
    <DropdownMenu menu={menu} align="end">
      {shown && (
        <DropdownMenuItem onSelect={() => download.mutate({})}>All rows and columns</DropdownMenuItem>
      )}
      {extra && (
        <DropdownMenuItem onSelect={() => download.mutate({ ...choice, columns: extra.columns.join(',') })}>
          {extra.label}
        </DropdownMenuItem>
      )}
      {(['xlsx', 'csv-semicolons'] as const).map((format) => (
        <DropdownMenuItem key={format} onSelect={() => download.mutate({ ...choice, format })}>
          {TABLE_FORMAT_LABELS[format]}
        </DropdownMenuItem>
      ))}
      {hasPeople && (
        <>
          <DropdownMenuItem onSelect={() => download.mutate(people)}>
            One row per person (CSV)
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => download.mutate({ ...people, format: 'xlsx' })}>
            One row per person (XLSX)
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => download.mutate({ ...people, format: 'csv-semicolons' })}>
            One row per person (CSV with semicolons)
          </DropdownMenuItem>
        </>
      )}
      {hasFile && (
        <DropdownMenuItem onSelect={() => download.mutate({ ...choice, format: 'upload' })}>
          Same delimiter and encoding as my file
        </DropdownMenuItem>
      )}
      <DropdownMenuItem onSelect={() => download.mutate({ ...choice, bom: 'false' })}>
        Without byte order mark
      </DropdownMenuItem>
    </DropdownMenu>
  );
}
