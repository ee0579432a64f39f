interface CheckBoxProps {
  label: string;
  checked: boolean;
  mixed?: boolean;
  /** `shift`: the Shift key is down, which selects a range */
  onChange: (checked: boolean, shift: boolean) => void;
  /** -1: the keys reach it in another way */
  tabIndex?: number;
}

/** A check box with a comfortable target. */
export function CheckBox({ label, checked, mixed = false, onChange, tabIndex }: CheckBoxProps) {
  return (
    <label className="-ml-2 flex size-8 shrink-0 cursor-pointer items-center justify-center select-none">
      <input
        type="checkbox"
        aria-label={label}
        tabIndex={tabIndex}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = mixed;
        }}
        onChange={({ target, nativeEvent }) =>
          onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className="size-4 accent-(--accent)"
      />
    </label>
  );
}
