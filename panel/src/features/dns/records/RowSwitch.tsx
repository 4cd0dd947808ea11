import classes from './RowSwitch.module.css';

type Props = {
  on: boolean;
  /** What is switched, for those who hear it: `Proxy of www A`. */
  label: string;
  /** Why it cannot be switched; null when it can. */
  refused: string | null;
  busy?: boolean;
  tabbable: boolean;
  onSwitch: () => void;
};

/** A switch as small and quick as rows by the thousand need it. */
export function RowSwitch({ on, label, refused, busy = false, tabbable, onSwitch }: Props) {
  return (
    <button
      type="button"
      role="switch"
      className={classes.root}
      aria-checked={on}
      aria-label={label}
      aria-disabled={refused !== null || busy}
      aria-busy={busy || undefined}
      title={refused ?? undefined}
      tabIndex={tabbable ? 0 : -1}
      onClick={() => refused === null && !busy && onSwitch()}
    >
      <span className={classes.thumb} />
    </button>
  );
}
