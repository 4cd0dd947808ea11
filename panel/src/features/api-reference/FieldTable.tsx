import type { Field } from './body-fields.ts';
import classes from './Reference.module.css';

/** Fields with their type and what they must keep to. */
export function FieldTable({ title, rows }: { title: string; rows: readonly Field[] }) {
  return (
    <>
      <h4>{title}</h4>
      <table className={classes.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            <th scope="col">Limits</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ path, type, required, limits, words }) => (
            <tr key={path}>
              <th scope="row">
                <span className="mono">{path}</span>
                {required && <span className={classes.required}>required</span>}
              </th>
              <td>{type}</td>
              <td>{[...(words ? [words] : []), ...limits].join(' · ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
