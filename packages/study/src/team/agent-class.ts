/** The class of an agent in drawings: its role, capitalised in parts: `literature_reviewer` is LiteratureReviewer (MM-07). */
export function classOfRole(role: string): string {
  return role
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
}
