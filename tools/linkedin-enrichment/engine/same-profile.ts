/**
 * Whether the profiles that a source names (`keys`) are of someone else than the profile `key`. Public names and
 * member ids can't be compared, nor can member ids of different products.
 */
export function isOtherProfile(key: string, keys: readonly string[]): boolean {
  if (keys.includes(key)) return false;
  return keys.some((otherKey) => keyKind(otherKey) === keyKind(key));
}

function keyKind(key: string): string {
  return key.startsWith('id/') ? key.slice(0, 'id/ACwAA'.length) : 'in';
}
