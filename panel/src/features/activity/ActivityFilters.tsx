import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { SearchField } from '../../ui/SearchField.tsx';
import classes from './Activity.module.css';
import { typeWords } from './action-words.ts';
import { type ActivitySearch, actorKinds, isFiltered } from './activity-search.ts';
import { actorLooks } from './actor-looks.ts';

type Change = { [Field in keyof ActivitySearch]: ActivitySearch[Field] | undefined };
type Props = {
  search: ActivitySearch;
  /** The kinds of things that the log is about. */
  types: readonly string[];
  onChange: (change: Change) => void;
};

const nobody: Change = {
  scope: undefined,
  actor: undefined,
  type: undefined,
  search: undefined,
  from: undefined,
  to: undefined,
};

type DayProps = {
  label: string;
  /** What is seen before the field. */
  words: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string | undefined) => void;
};

const DayField = ({ label, words, onChange, ...field }: DayProps) => (
  <span className={classes.day}>
    {words}
    <TextInput
      size="xs"
      type="date"
      aria-label={label}
      {...field}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  </span>
);

/** What the log is narrowed to; it stands in the address. */
export function ActivityFilters({ search, types, onChange }: Props) {
  const { scope, actor, type, search: text = '', from = '', to = '' } = search;
  const offered = type !== undefined && !types.includes(type) ? [...types, type] : types;
  return (
    <search className={classes.bar} aria-label="Filter">
      <SearchField
        label="Search the log"
        placeholder="Name, action, address or request id"
        value={text}
        onSearch={(wanted) => onChange({ search: wanted || undefined })}
      />
      <NativeSelect
        size="xs"
        aria-label="Who"
        data={[
          { value: '', label: 'Everybody' },
          ...actorKinds.map((kind) => ({ value: kind, label: actorLooks[kind].word })),
        ]}
        value={actor ?? ''}
        onChange={(event) => onChange({ actor: actorKinds.find((kind) => kind === event.currentTarget.value) })}
      />
      <NativeSelect
        size="xs"
        aria-label="What"
        data={[{ value: '', label: 'Everything' }, ...offered.map((one) => ({ value: one, label: typeWords(one) }))]}
        value={type ?? ''}
        onChange={(event) => onChange({ type: event.currentTarget.value || undefined })}
      />
      <DayField label="First day" words="from" value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <DayField label="Last day" words="to" value={to} min={from} onChange={(day) => onChange({ to: day })} />
      <SegmentedControl
        size="xs"
        aria-label="Where"
        data={[
          { value: 'account', label: 'Account' },
          { value: 'service', label: 'This service' },
        ]}
        value={scope ?? 'account'}
        onChange={(value) => onChange({ scope: value === 'service' ? 'service' : undefined })}
      />
      {isFiltered(search) && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onChange(nobody)}>
          Clear
        </Button>
      )}
    </search>
  );
}
