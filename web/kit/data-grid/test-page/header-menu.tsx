import { DropdownMenu, DropdownMenuItem } from '../../../ui/dropdown-menu.tsx';
import type { HeaderMenuProps } from '../data-grid-props.ts';

export default function HeaderMenu({ menu, column }: HeaderMenuProps) {
  return (
    <DropdownMenu menu={menu} align="end">
      <DropdownMenuItem>Sort by {column.header}</DropdownMenuItem>
      <DropdownMenuItem>Hide column</DropdownMenuItem>
    </DropdownMenu>
  );
}
