const two = (value: number) => String(value).padStart(2, '0');

/** How long something plays, as players write it: `0:42`, `12:05`, `1:02:33`. */
export function durationWords(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const minutes = Math.floor(whole / 60);
  const rest = two(whole % 60);
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}
