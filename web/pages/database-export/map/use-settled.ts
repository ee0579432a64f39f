import { useEffect, useState } from 'react';

const SETTLED_MS = 200;

/** A value that changes only after it stayed the same for a moment. `value` can be written as JSON. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  const isSettled = JSON.stringify(settled) === text;
  useEffect(() => {
    if (isSettled) return;
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text, isSettled]);
  return settled;
}
