import type { ImportPlan } from '@headwater/contract/dns/transfer-routes';
import { Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import classes from './ImportPreview.module.css';
import { type Action, actions, isIdle, wordOf } from './import-words.ts';

type Props = { plan: ImportPlan; done?: boolean };

/** What an import would do or did, record by record, and why it passes some over. */
export function ImportPreview({ plan, done = false }: Props) {
  const [only, setOnly] = useState<Action | null>(null);
  const { counts, lines } = plan;
  const shown = lines.filter(({ action }) => only === null || action === only);
  const total = actions.reduce((sum, action) => sum + (only === null || only === action ? counts[action] : 0), 0);
  return (
    <div>
      <div className={classes.counts}>
        {actions.map((action) => (
          <UnstyledButton
            key={action}
            className={classes.count}
            data-action={action}
            aria-pressed={only === action}
            disabled={counts[action] === 0}
            onClick={() => setOnly(only === action ? null : action)}
          >
            <span className={classes.figure}>{formatCount(counts[action])}</span> {wordOf(action, done).toLowerCase()}
          </UnstyledButton>
        ))}
      </div>
      {isIdle(plan) && !done && (
        <Text size="sm" my="sm" role="status">
          Nothing would change: what the file says is there already, or cannot be taken over.
        </Text>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className={classes.box} aria-label={done ? 'What was imported' : 'Preview'} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">What</th>
              <th scope="col">Record</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ line, action, host, type, record, ttl, reason }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a file may say the same twice, and the plan stays as it is
              <tr key={index} data-action={action}>
                <td className={classes.line}>{line ?? '–'}</td>
                <td className={classes.what}>{wordOf(action, done)}</td>
                <td className="mono">
                  {[host, ttl, type].filter(Boolean).join(' ')}{' '}
                  <span className={classes.data}>{record.length > 200 ? `${record.slice(0, 200)}…` : record}</span>
                </td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shown.length < total && (
        <Text size="sm" c="dimmed" mt="xs">
          The first {formatCount(shown.length)} of {formatCount(total)}.
        </Text>
      )}
    </div>
  );
}
