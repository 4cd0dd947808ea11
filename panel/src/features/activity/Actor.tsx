import type { Activity } from '@headwater/contract/activity/schema';
import classes from './Activity.module.css';
import { actorLooks } from './actor-looks.ts';

/** Who did it, and what kind of somebody that is. */
export function Actor({ actor: { kind, name } }: Pick<Activity, 'actor'>) {
  const { word, icon: Icon } = actorLooks[kind];
  return (
    <span className={classes.actor} title={`${word}: ${name}`}>
      <span role="img" aria-label={word} className={classes.kind}>
        <Icon size={15} aria-hidden />
      </span>
      <span className="clip">{name}</span>
    </span>
  );
}
