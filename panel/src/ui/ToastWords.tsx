import classes from './ToastWords.module.css';

type Props = {
  message: string;
  /** How far the work has come. */
  percent: number | undefined;
  /** How long the toast stays, where that is shown. */
  countdownMs: number | undefined;
};

/** What a toast says, and the bar of what it tells about. */
export function ToastWords({ message, percent, countdownMs }: Props) {
  return (
    <>
      <span className={classes.line}>
        <span>{message}</span>
        {percent !== undefined && <span className="figure">{percent} %</span>}
      </span>
      {percent !== undefined && (
        <span
          className={classes.track}
          role="progressbar"
          aria-label={message}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <span className={classes.bar} style={{ width: `${percent}%` }} />
        </span>
      )}
      {countdownMs !== undefined && (
        <span className={classes.track} aria-hidden="true">
          <span className={classes.bar} data-countdown style={{ animationDuration: `${countdownMs}ms` }} />
        </span>
      )}
    </>
  );
}
