/** The eight groups of an IPv6 address, in hexadecimal. What is no address gives groups that mean nothing. */
export function v6Groups(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array<string>(zeros).fill('0'), ...last];
}
