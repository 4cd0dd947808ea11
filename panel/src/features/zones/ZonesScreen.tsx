export function ZonesScreen() {
  return null;
}
