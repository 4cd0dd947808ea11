import { Tabs } from '@mantine/core';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { AnchorLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/Panel.tsx';
import classes from './Reference.module.css';

const example = (path: string, ...more: string[]) =>
  [`curl "${location.origin}/api/v1${path}"`, '-H "Authorization: Bearer $HEADWATER_TOKEN"', ...more].join(' \\\n  ');

/** What holds for every call. */
export function Introduction({ serviceId }: { serviceId: number }) {
  return (
    <Panel title="How it works">
      <Tabs defaultValue="authentication" keepMounted={false}>
        <Tabs.List aria-label="How it works" mb="sm" className={classes.tabs}>
          <Tabs.Tab value="authentication">Authentication</Tabs.Tab>
          <Tabs.Tab value="answers">Answers and errors</Tabs.Tab>
          <Tabs.Tab value="limits">Limits</Tabs.Tab>
          <Tabs.Tab value="repeating">Repeating</Tabs.Tab>
          <Tabs.Tab value="versions">Versions</Tabs.Tab>
          <Tabs.Tab value="paging">Paging</Tabs.Tab>
          <Tabs.Tab value="events">Events</Tabs.Tab>
        </Tabs.List>
        <div className={classes.prose}>
          <Tabs.Panel value="authentication">
            <p>
              Create a key under{' '}
              <AnchorLink
                to="/$serviceId/account/api"
                params={{ serviceId: String(serviceId) }}
                inherit
                underline="always"
              >
                API keys
              </AnchorLink>{' '}
              and send it with every call. It can do what was allowed to it, and never more than the person who made it.
            </p>
            <CodeBlock code={`export HEADWATER_TOKEN=hwk_…\n${example('/services')}`} what="command" />
          </Tabs.Panel>
          <Tabs.Panel value="answers">
            <p>
              Answers are JSON. A success has <code>result: "success"</code> and the named object; an error has{' '}
              <code>result: "error"</code>, a sentence for people in <code>message</code>, a <code>code</code> that
              stays the same, the <code>requestId</code> by which support finds it, and in <code>errors</code> a
              sentence for each field that is wrong. What belongs to another account is answered 404.
            </p>
          </Tabs.Panel>
          <Tabs.Panel value="limits">
            <p>
              Each key has so many calls a minute of its own. Every answer says how many are left, in{' '}
              <code>RateLimit-Limit</code>, <code>RateLimit-Remaining</code> and <code>RateLimit-Reset</code> (seconds).
              Beyond the limit the answer is 429, and <code>Retry-After</code> says when to come back.
            </p>
          </Tabs.Panel>
          <Tabs.Panel value="repeating">
            <p>
              When no answer came, nobody knows whether the call was carried out. Send an <code>Idempotency-Key</code>{' '}
              of your own with each POST: sent again within a day, the same call is not done twice but answered as it
              was the first time, with <code>Idempotent-Replayed: true</code>. The same key with another body is
              answered 409.
            </p>
            <CodeBlock
              code={example(
                `/services/${serviceId}/zones/http/pull`,
                '-X POST',
                '-H "Idempotency-Key: deploy-4711"',
                '…',
              )}
              what="command"
            />
          </Tabs.Panel>
          <Tabs.Panel value="versions">
            <p>
              What two people may change at once comes with an <code>ETag</code>. Send it back as <code>If-Match</code>{' '}
              with your change: if somebody else was faster, you get 412 with the code <code>stale</code> in place of
              overwriting them.
            </p>
          </Tabs.Panel>
          <Tabs.Panel value="paging">
            <p>
              Lists take <code>page</code>, which begins at 1, and <code>rows</code>, at most 100. They answer both, and
              how many there are in <code>total</code>.
            </p>
          </Tabs.Panel>
          <Tabs.Panel value="events">
            <p>
              <code>GET /events</code> stays open and tells what has changed: a topic and an id, never contents; ask for
              the thing itself then. Send the last id that you heard as <code>Last-Event-ID</code> to hear what you
              missed; <code>reset</code> means that everything is to be asked for again. Every answer to a call with a
              token has that id as well, from before it: begin with it to miss nothing that changed since.
            </p>
            <CodeBlock code={example('/events', '-N')} what="command" />
          </Tabs.Panel>
        </div>
      </Tabs>
    </Panel>
  );
}
