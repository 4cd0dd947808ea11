import type { Activity } from '@headwater/contract/activity/schema';
import { Copyable } from '../../ui/Copyable.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { DateTime } from '../../ui/Time.tsx';
import classes from './Activity.module.css';
import { actorLooks } from './actor-looks.ts';
import { valueWords } from './change-words.ts';

/** What one entry of the log knows beyond its line: the fields that changed, and how to find the request. */
export function ActivityDetails({ activity }: { activity: Activity }) {
  const { at, actor, action, object, address, requestId } = activity;
  const changes = Object.entries(activity.changes);
  // Of what was made there is no before to tell.
  const isNew = !action.endsWith('changed') && changes.every(([, { from }]) => from === null);
  return (
    <div className={classes.details}>
      {changes.length === 0 ? (
        <p className={classes.none}>No field was changed.</p>
      ) : (
        <dl className={classes.changes} aria-label="Changes">
          {changes.map(([field, { from, to }]) => (
            <div key={field}>
              <dt className="mono">{field}</dt>
              <dd>
                {!isNew && (
                  <>
                    <span className={classes.before}>{valueWords(from)}</span> →{' '}
                  </>
                )}
                {valueWords(to)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Facts
        facts={[
          { label: 'When', value: <DateTime iso={at} /> },
          { label: 'By', value: `${actor.name} (${actorLooks[actor.kind].word})` },
          { label: 'Action', value: <span className="mono">{action}</span> },
          { label: 'Id', value: <Copyable value={object.id} what={`id of the ${object.type}`} /> },
          ...(address === null ? [] : [{ label: 'From', value: <Copyable value={address} what="address" /> }]),
          ...(requestId === null
            ? []
            : [{ label: 'Request', value: <Copyable value={requestId} what="request id" whole /> }]),
        ]}
      />
    </div>
  );
}
