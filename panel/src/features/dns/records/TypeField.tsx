import { typeForms } from '@headwater/contract/dns/record-forms';
import { recordTypes } from '@headwater/contract/dns/record-types';
import { NativeSelect } from '@mantine/core';

type Props = { type: string /** A record keeps its type. */; fixed: boolean; onType: (type: string) => void };

/** So many types have a form of their own; they come first. */
const ownForms = 9;
const optionOf = (type: (typeof recordTypes)[number]) => ({ value: type, label: typeForms[type].label });
const groups = [
  { group: 'Most used', items: recordTypes.slice(0, ownForms).map(optionOf) },
  { group: 'More', items: recordTypes.slice(ownForms).map(optionOf) },
];

export function TypeField({ type, fixed, onType }: Props) {
  const isKnown = recordTypes.some((known) => known === type);
  return (
    <NativeSelect
      label="Type"
      data={isKnown ? groups : [type]}
      value={type}
      disabled={fixed}
      {...(!fixed && { 'data-autofocus': true })}
      {...(fixed && { description: 'A record keeps its type. For another one, add a record and delete this one.' })}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  );
}
