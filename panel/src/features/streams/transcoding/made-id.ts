/**
 * The id of what was created, to go to its page. Without it, or without a service, there is no page to go to; that is for
 * whoever looks into the console, since the thing itself was made.
 */
export function madeId(serviceId: number, id: string | undefined, what: string): string | null {
  if (Number.isSafeInteger(serviceId) && serviceId > 0 && id) return id;
  console.error(`The ${what} was created, but its page cannot be opened: the service id or its own is missing.`);
  return null;
}
