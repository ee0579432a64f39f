import { CopyValue } from '../../ui/copy-value.tsx';
import { EmptyValue } from '../../ui/empty-value.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';

/** A value of a list: a link, or a text that a click copies. */
export function ListCell({ value }: { value: string | undefined }) {
  if (!value) return <EmptyValue />;
  if (/^https?:\/\/\S+$/i.test(value)) return <ExternalLink href={value} className="min-h-0" />;
  return (
    // A long value fills the cell with its first words, so that the button's name contains its label.
    <CopyValue
      value={value}
      label={value.length > 200 ? value.slice(0, 200).replace(/\s+\S*$/, '') : value}
      className="max-w-[calc(100%+0.5rem)]"
    />
  );
}
