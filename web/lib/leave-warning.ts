const reasons = new Set<symbol>();

/**
 * Lets the browser ask before the tab is closed or reloaded, until the returned function is called. Other pages of the app can be
 * opened meanwhile: what is being saved goes on there.
 */
export function warnBeforeLeaving(): () => void {
  const reason = Symbol('unsaved');
  reasons.add(reason);
  if (reasons.size === 1) addEventListener('beforeunload', ask);
  return () => {
    reasons.delete(reason);
    if (reasons.size === 0) removeEventListener('beforeunload', ask);
  };
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
