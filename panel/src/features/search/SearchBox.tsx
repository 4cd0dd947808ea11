import { VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { useServiceId } from '../../lib/current-service.ts';
import { sessionQuery } from '../../lib/permission.ts';
import { registered } from '../../lib/registered.ts';
import { emailOf } from '../../lib/session.ts';
import { HitList } from './HitList.tsx';
import { addRecent, readRecents } from './recents.ts';
import { type Group, groupsOf, type Hit } from './results.ts';
import classes from './SearchDialog.module.css';
import { SearchWords } from './SearchWords.tsx';
import { useSearch } from './use-search.ts';

/** Field and results. The field keeps the focus; the arrow keys move among the results, Enter opens one. */
export function SearchBox({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const serviceId = useServiceId();
  const { data: session } = useQuery(sessionQuery());
  const email = session ? emailOf(session) : '';
  const listId = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const sought = text.trim();
  const { results, waiting } = useSearch(sought, Number.isNaN(serviceId) ? undefined : serviceId);

  const recents = (): Group[] => {
    const hits = readRecents(email);
    return hits.length === 0 ? [] : [{ name: 'Recent', hits }];
  };
  const groups = sought === '' ? recents() : groupsOf(results ?? {}, registered.search);
  const hits = groups.flatMap((group) => group.hits);
  const current = Math.min(chosen, hits.length - 1);

  const open = ({ id, category, name, link }: Hit) => {
    addRecent(email, { id, category, name, link });
    onClose();
    void navigate({ to: link });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && hits.length > 0) {
      event.preventDefault();
      setChosen((current + step + hits.length) % hits.length);
    }
    const hit = hits[current];
    // What is listed answers an older question while the newer one is asked.
    if (event.key === 'Enter' && hit && (sought === '' || !waiting)) open(hit);
  };

  return (
    <>
      <div className={classes.field}>
        <IconSearch size={18} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-label="Search"
          aria-expanded={hits.length > 0}
          aria-controls={listId}
          aria-activedescendant={hits.length > 0 ? `${listId}-${current}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder="Search by name, host name or id"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <HitList
        id={listId}
        groups={groups}
        current={current}
        stale={sought !== '' && waiting}
        onPoint={setChosen}
        onOpen={open}
      />
      {hits.length === 0 && <SearchWords sought={sought} waiting={waiting} />}
      <VisuallyHidden role="status">
        {sought !== '' && !waiting && (hits.length === 1 ? '1 result' : `${hits.length} results`)}
      </VisuallyHidden>
    </>
  );
}
