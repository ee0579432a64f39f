import * as Menu from 'radix-ui/dropdown-menu';
import { chooseTheme, parseTheme, useTheme } from '../../lib/theme.ts';
import { THEME_OPTIONS } from '../theme-options.ts';

/** The choice of the theme in the account menu, on one line. The menu stays open, so that its effect is seen. */
export function ThemeMenuItems() {
  const theme = useTheme();
  return (
    <div className="-mx-1 my-1 border-y border-border p-2">
      <Menu.RadioGroup
        aria-label="Theme"
        value={theme}
        onValueChange={(value) => chooseTheme(parseTheme(value))}
        className="grid grid-cols-3 gap-1 rounded-md bg-muted p-0.5"
      >
        {THEME_OPTIONS.map(({ theme: option, label, icon: Icon }) => (
          <Menu.RadioItem
            key={option}
            value={option}
            onSelect={(event) => event.preventDefault()}
            className="flex h-8 cursor-pointer items-center justify-center gap-1.5 rounded-sm text-sm text-muted-foreground select-none data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-ring data-[state=checked]:bg-selected data-[state=checked]:font-medium data-[state=checked]:text-foreground data-[state=checked]:shadow-sm"
          >
            <Icon aria-hidden className="size-3.5" />
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </div>
  );
}
