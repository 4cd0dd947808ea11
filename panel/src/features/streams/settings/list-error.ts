/** What is said of a list or of one of its entries, by the path of the list: `list`, `exceptIps`. */
export function listError(errors: Record<string, string>, path: string, list: readonly string[]): string | undefined {
  if (errors[path] !== undefined) return errors[path];
  const [field, words] = Object.entries(errors).find(([name]) => name.startsWith(`${path}.`)) ?? [];
  const entry = list[Number(field?.slice(path.length + 1))];
  return entry === undefined ? words : `${entry}: ${words}`;
}
