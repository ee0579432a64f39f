/** The user's name, else the part of the email before the @, else "User" (spec accounts §2). */
export function displayName(person: { name: string; email: string }): string {
  return person.name.trim() || person.email.split('@')[0]?.trim() || 'User';
}

/** Up to two initials for the avatar: "Ada Lovelace" -> "AL", "ada" -> "A". */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  return picked.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}
