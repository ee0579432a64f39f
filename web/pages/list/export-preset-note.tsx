import { Alert } from '../../ui/alert.tsx';

interface PresetNoteProps {
  tool: string;
  /** what the chosen columns lack */
  missing: readonly string[];
  needs: readonly string[];
  headers: readonly string[];
}

/** What the file for a tool has, or what the list lacks for it. */
export function PresetNote({ tool, missing, needs, headers }: PresetNoteProps) {
  if (missing.length > 0)
    return (
      <Alert tone="warning" title={`${tool} needs a column for ${missing.join(', and one for ')}`}>
        Select one that has it, or add it to the list first with “Add column”.
      </Alert>
    );
  return (
    <div className="text-sm text-muted-foreground">
      <p className="line-clamp-3 wrap-anywhere">
        <span className="font-medium text-foreground">Columns for {tool}:</span> {headers.join(', ')}
      </p>
      <p className="mt-1">
        Rows without {needs.join(', or without ')} are left out, because {tool} refuses them.
      </p>
    </div>
  );
}
