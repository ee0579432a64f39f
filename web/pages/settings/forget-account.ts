type KeyedStore = () => Pick<Storage, 'length' | 'key' | 'getItem' | 'removeItem'>;

/**
 * Removes what this browser keeps for an account with its ID in the key or the value, such as drafts. Never throws. Other open tabs keep
 * what is only in their own session storage.
 */
export function forgetAccount(
  accountId: string,
  stores: readonly KeyedStore[] = [() => localStorage, () => sessionStorage],
): void {
  for (const open of stores) {
    try {
      const store = open();
      const keys = Array.from({ length: store.length }, (_, index) => store.key(index));
      for (const key of keys)
        if (key?.startsWith('leadwell-') && `${key} ${store.getItem(key)}`.includes(accountId))
          store.removeItem(key);
    } catch {
      // A blocked store has nothing to remove.
    }
  }
}
