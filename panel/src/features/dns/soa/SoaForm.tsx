import type { DnsDomain, Soa } from '@headwater/contract/dns/domain';
import { dnsMessages } from '@headwater/contract/dns/messages';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { CallError } from '../../../lib/call-error.ts';
import { formatSeconds } from '../../../lib/format.ts';
import { ifMatch } from '../../../lib/if-match.ts';
import { useRefusal } from '../../../lib/permission.ts';
import { Copyable } from '../../../ui/Copyable.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { FormProblem } from '../../../ui/FormProblem.tsx';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { SaveBar } from '../../../ui/SaveBar.tsx';
import { SaveButtons } from '../../../ui/SaveButtons.tsx';
import { StaleNotice } from '../../../ui/StaleNotice.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { paramsOf, useDomainChange } from '../domain-queries.ts';
import { tellFailure } from '../tell-failure.ts';
import classes from './Soa.module.css';
import { changesTo, isSeconds, soaProblems, soaTimes, valuesOf } from './soa-form.ts';
import { soaQuery } from './soa-query.ts';

type Props = { domain: DnsDomain; soa: Soa };

const looks = {
  refresh: { label: 'Refresh, seconds', help: 'How often secondary name servers look for changes.' },
  retry: { label: 'Retry, seconds', help: 'How soon they try again when we did not answer.' },
  expire: { label: 'Expire, seconds', help: 'How long they go on answering without having heard of us.' },
  minimum: {
    label: 'Negative TTL, seconds',
    help: 'How long resolvers remember that a name does not exist. A new name is found this late at worst.',
  },
  ttl: { label: 'TTL, seconds', help: 'How long resolvers remember this record itself.' },
};

const begin = ({ domain, soa }: Props) => ({ values: valuesOf(soa), version: domain.revision });

/** The start of authority: who is responsible, and how long answers may be remembered. */
export function SoaForm({ domain, soa }: Props) {
  const client = useQueryClient();
  const changed = useDomainChange();
  const refused = useRefusal(dnsRoutes.updateSoa);
  const readOnly = refused !== null;
  const { queryKey } = soaQuery(domain);
  const { form, formProps, isDirty, busy, problem, stale, startFrom, clear } = useCallForm({
    initialValues: valuesOf(soa),
    version: domain.revision,
    check: soaProblems,
    send: async (values, version) => {
      try {
        return await call(
          dnsRoutes.updateSoa,
          { params: paramsOf(domain), body: changesTo(soa, values) },
          { headers: ifMatch(version) },
        );
      } catch (error) {
        if (!(error instanceof CallError && error.code === 'stale')) tellFailure(dnsMessages.updateSoa, error);
        throw error;
      }
    },
    saved: begin,
    onSuccess: (reply) => {
      toast.success('Saved. The name servers take it over now.', { lasts: 'domainSuccess' });
      client.setQueryData(queryKey, reply);
      changed(reply.domain);
    },
    failed: 'The SOA could not be saved. Try again.',
  });
  const reload = async () => {
    startFrom(begin(await client.fetchQuery({ ...soaQuery(domain), staleTime: 0 })));
  };
  return (
    <form {...formProps} aria-label="Start of authority">
      <Stack gap="md">
        <Panel title="Start of authority (SOA)">
          <Stack gap="md" maw="32rem">
            <Facts
              facts={[
                { label: 'Name server', value: <Copyable value={soa.mname} what="first name server" whole /> },
                { label: 'Serial', value: <span className="mono">{soa.serial}</span> },
              ]}
            />
            <TextInput
              label="E-mail of who is responsible"
              description="Published with the domain: whoever meets a problem writes there."
              type="email"
              autoComplete="off"
              readOnly={readOnly}
              {...form.getInputProps('rname')}
            />
            {soaTimes.map((field) => {
              const text = form.values[field].trim();
              return (
                <TextInput
                  key={field}
                  label={looks[field].label}
                  description={looks[field].help}
                  inputMode="numeric"
                  autoComplete="off"
                  classNames={{ input: 'mono' }}
                  rightSection={
                    <span className={classes.words}>{isSeconds(text) ? formatSeconds(Number(text)) : null}</span>
                  }
                  rightSectionWidth="auto"
                  readOnly={readOnly}
                  {...form.getInputProps(field)}
                />
              );
            })}
          </Stack>
        </Panel>
        <FormProblem words={problem} />
        {stale && <StaleNotice what="this domain" onReload={reload} />}
        <SaveBar>
          <SaveButtons dirty={isDirty} busy={busy} refused={refused} onUndo={clear} />
        </SaveBar>
      </Stack>
      <LeaveGuard dirty={isDirty} />
    </form>
  );
}
