interface CheckBoxProps {
  label: string;
  checked: boolean;
  mixed?: boolean;
  onChange: (checked: boolean) => void;
}

/** A check box with a comfortable target. */
export function CheckBox({ label, checked, mixed = false, onChange }: CheckBoxProps) {
  return (
    <label className="-ml-2 flex size-8 shrink-0 cursor-pointer items-center justify-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = mixed;
        }}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-(--accent)"
      />
    </label>
  );
}
