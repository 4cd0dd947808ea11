export function ZoneScreen() {
  return null;
}
