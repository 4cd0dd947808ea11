import type { FieldForm, PartForm } from '@headwater/contract/dns/record-forms';
import { NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { formOf, partsOf, type RecordValues } from './record-form.ts';

type Props = {
  values: RecordValues;
  problems: Record<string, string>;
  onChange: (change: Partial<RecordValues>, ...about: string[]) => void;
  onBlur: (field: string, text: string) => void;
};

const typed = { classNames: { input: 'mono' }, spellCheck: false, autoCapitalize: 'none', autoComplete: 'off' };

/** The data of a record: as its type has them, one field or several. */
export function DataFields(props: Props) {
  const { fields, parts } = formOf(props.values.type);
  if (parts) return parts.map((part, index) => <PartInput key={part.label} part={part} index={index} {...props} />);
  const [record, ...numbers] = fields;
  return (
    <>
      {record && <FieldInput field={record} {...props} />}
      {numbers.length > 0 && (
        <SimpleGrid cols={numbers.length} spacing="sm">
          {numbers.map((field) => (
            <FieldInput key={field.name} field={field} {...props} />
          ))}
        </SimpleGrid>
      )}
    </>
  );
}

function FieldInput({
  field: { name, label, placeholder, help },
  values,
  problems,
  onChange,
  onBlur,
}: Props & { field: FieldForm }) {
  const common = {
    label,
    placeholder,
    description: help,
    value: values[name],
    error: problems[name],
    onBlur: () => onBlur(name, values[name]),
    ...typed,
  };
  if (name !== 'record') {
    return (
      <TextInput
        {...common}
        inputMode="numeric"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => onChange({ [name]: event.currentTarget.value }, name)}
      />
    );
  }
  // Numbers may have come along in one paste, so that they are judged anew as well.
  const change = (text: string) => onChange({ record: text }, 'record', 'priority', 'weight', 'port');
  return values.type === 'TXT' ? (
    <Textarea {...common} autosize minRows={2} maxRows={10} onChange={(event) => change(event.currentTarget.value)} />
  ) : (
    <TextInput {...common} onChange={(event) => change(event.currentTarget.value)} />
  );
}

function PartInput({ part, index, values, problems, onChange, onBlur }: Props & { part: PartForm; index: number }) {
  const { label, placeholder, help, options } = part;
  const field = `parts.${index}`;
  const texts = partsOf(values, formOf(values.type).parts ?? []);
  const text = texts[index] ?? '';
  const change = (next: string) =>
    onChange(
      { parts: { ...values.parts, [values.type]: texts.with(index, next) } },
      ...Object.keys(problems).filter((name) => name.startsWith('parts.')),
    );
  const common = { label, description: help, error: problems[field], value: text };
  return options ? (
    <NativeSelect
      {...common}
      data={options.some(({ value }) => value === text) ? [...options] : [...options, text]}
      onChange={(event) => change(event.currentTarget.value)}
    />
  ) : (
    <TextInput
      {...common}
      {...typed}
      placeholder={placeholder}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => onBlur(field, text)}
    />
  );
}
