import { encode } from 'uqr';
import classes from './QrCode.module.css';

// The quiet zone that ISO/IEC 18004 asks for, in modules.
const border = 4;

/** Dark on white in either colour scheme: not every camera reads it the other way round. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { data, size } = encode(value, { border });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className={classes.root}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={dark.join('')} />
    </svg>
  );
}
