import { transcodingRoutes } from '@headwater/contract/transcoding/routes';
import { IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useRefusal } from '../../../lib/permission.ts';
import { CreateButton } from '../../../ui/CreateButton.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { CreateProfileDialog } from './CreateProfileDialog.tsx';
import classes from './Ladder.module.css';
import { LadderWarnings } from './LadderWarnings.tsx';
import { profileColumns } from './profile-columns.tsx';
import { ladderWarnings } from './profile-warnings.ts';
import { inLadder, topKbps } from './profile-words.ts';
import { profilesQuery } from './transcoding-queries.ts';

/** A service's profiles as a ladder, the best first. */
export function ProfilesPanel({ serviceId }: { serviceId: number }) {
  const query = useQuery(profilesQuery(serviceId));
  const refused = useRefusal(transcodingRoutes.createLiveProfile);
  const [creating, setCreating] = useState(false);
  const profiles = useMemo(() => query.data && inLadder(query.data.profiles), [query.data]);
  const most = Math.max(1, ...(profiles ?? []).map(({ value }) => topKbps(value)));
  const columns = useMemo(() => profileColumns(serviceId, most), [serviceId, most]);
  // Together they are a ladder only as the default; which of the others go together is for each stream to say.
  const usual = (profiles ?? []).filter(({ isDefault }) => isDefault).map(({ value }) => value);
  const warnings = ladderWarnings(usual);
  const create = (
    <CreateButton refused={refused} onClick={() => setCreating(true)} inPanel>
      Create profile
    </CreateButton>
  );
  return (
    <Panel title="Profiles" aside={profiles && profiles.length > 0 ? create : undefined} flush>
      <DataTable
        label="Profiles"
        columns={columns}
        rows={profiles}
        rowId={({ id }) => id}
        error={query.error}
        onRetry={() => void query.refetch()}
        expectedRows={3}
        empty={
          <EmptyState icon={<IconStack2 size={20} />} title="No profile yet" action={create}>
            A profile is one quality: its size, its bitrate and how it is encoded. A stream is transcoded into one to
            six.
          </EmptyState>
        }
      />
      {warnings.length > 0 && (
        <div className={classes.warnings}>
          <LadderWarnings warnings={warnings} />
        </div>
      )}
      <CreateProfileDialog serviceId={serviceId} opened={creating} onClose={() => setCreating(false)} />
    </Panel>
  );
}
