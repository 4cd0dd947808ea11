import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { fieldsOf } from './body-fields.ts';
import { curlOf } from './curl.ts';
import { exampleOfMedia } from './example-value.ts';
import { FieldTable } from './FieldTable.tsx';
import type { Description } from './openapi.ts';
import type { Entry } from './operations.ts';
import classes from './Reference.module.css';
import { limitWords, typeWords } from './schema-words.ts';

type Props = { entry: Entry; description: Description; serviceId: number };

const pretty = (value: unknown) => JSON.stringify(value, null, 2);

/** Everything about one call: who may make it, what it takes, what it answers. */
export function OperationDetails({ entry, description, serviceId }: Props) {
  const { id, access, parameters, operation, failures } = entry;
  const body = operation.requestBody?.content['application/json'];
  const [status, success] = Object.entries(operation.responses).find(([one]) => Number(one) < 300) ?? [];
  const [mediaType, answer] = Object.entries(success?.content ?? {})[0] ?? [];
  const has = (code: string) => failures.some((failure) => failure.code === code);
  return (
    <div className={classes.details}>
      <p className={classes.facts}>
        <span className="mono">{id}</span>
        <CopyButton value={`${location.origin}${location.pathname}#${id}`} what="link to this call" />
        {access && <span>{access}</span>}
        {has('idempotency_conflict') && <span>Takes an Idempotency-Key</span>}
        {has('stale') && <span>Takes If-Match</span>}
      </p>
      <h4>Try it</h4>
      <CodeBlock code={curlOf(entry, { description, origin: location.origin, serviceId })} what="command" />
      {parameters.length > 0 && (
        <FieldTable
          title="Parameters"
          rows={parameters.map(({ name, in: place, required = false, schema = {}, description: words = '' }) => ({
            path: name,
            type: `${typeWords(schema, description)}, in the ${place}`,
            required,
            limits: limitWords(schema, description),
            words,
          }))}
        />
      )}
      {body?.schema && <FieldTable title="Body" rows={fieldsOf(body.schema, description)} />}
      {body && (
        <>
          <h4>Example body</h4>
          <CodeBlock code={pretty(exampleOfMedia(body, description))} what="example body" />
        </>
      )}
      <h4>Answer {status}</h4>
      {answer?.schema && mediaType === 'application/json' && operation.operationId !== 'describeApi' ? (
        <CodeBlock code={pretty(exampleOfMedia(answer, description))} what="example answer" />
      ) : (
        <p className={classes.note}>
          Not JSON: <span className="mono">{mediaType ?? 'no body'}</span>
        </p>
      )}
      <h4>Errors</h4>
      <table className={classes.table} aria-label={`Errors of ${id}`}>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Code</th>
            <th scope="col">Says, for example</th>
          </tr>
        </thead>
        <tbody>
          {failures.map(({ status: failed, code, sentence }) => (
            <tr key={code}>
              <td className="mono">{failed}</td>
              <th scope="row" className="mono">
                {code}
              </th>
              <td>{sentence}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
