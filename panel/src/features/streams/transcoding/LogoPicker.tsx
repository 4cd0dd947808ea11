import { type LogoFile, transcodingRoutes } from '@headwater/contract/transcoding/routes';
import { Button, FileButton, Input, Skeleton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { wordsOf } from '../../../lib/call-error.ts';
import { Fieldset } from '../../../ui/Fieldset.tsx';
import { DeleteLogo } from './DeleteLogo.tsx';
import classes from './LogoPicker.module.css';
import { logoProblem, readBase64 } from './read-logo.ts';
import { logoQuery, logosQuery } from './transcoding-queries.ts';

type Props = {
  serviceId: number;
  value: string;
  onChange: (imageId: string) => void;
  error: string | undefined;
  readOnly: boolean;
};

/** Chooses among the logos that were uploaded, or uploads another one. */
export function LogoPicker({ serviceId, value, onChange, error, readOnly }: Props) {
  const name = useId();
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const logos = useQuery(logosQuery(serviceId)).data?.logos;
  const upload = useMutation({
    mutationFn: async (file: File) =>
      call(transcodingRoutes.uploadLogo, {
        params: { serviceId },
        body: { name: file.name.slice(0, 100), base64: await readBase64(file) },
      }),
    onSuccess: ({ logo }) => {
      const { queryKey } = logosQuery(serviceId);
      client.setQueryData(queryKey, (held) => ({ result: 'success' as const, logos: [...(held?.logos ?? []), logo] }));
      onChange(logo.id);
    },
    onError: (failure) => setProblem(wordsOf(failure, 'The logo could not be uploaded. Try again.')),
  });
  const choose = (file: File | null) => {
    if (file === null) return;
    const wrong = logoProblem(file);
    setProblem(wrong);
    if (wrong === null) upload.mutate(file);
  };
  const words = problem ?? error;
  return (
    <Fieldset legend="Image" aria-describedby={words ? `${name}-error` : undefined}>
      {logos && logos.length > 0 && (
        <div className={classes.logos}>
          {logos.map((logo) => (
            <div key={logo.id} className={classes.item}>
              <label className={classes.logo}>
                <Thumbnail serviceId={serviceId} logo={logo} />
                <span className="clip">{logo.name}</span>
                <input
                  type="radio"
                  name={name}
                  aria-label={`${logo.name}, ${logo.width} × ${logo.height}`}
                  {...(words && { 'aria-invalid': true })}
                  checked={logo.id === value}
                  disabled={readOnly}
                  onChange={() => {
                    setProblem(null);
                    onChange(logo.id);
                  }}
                />
              </label>
              {!readOnly && (
                <DeleteLogo serviceId={serviceId} logo={logo} onGone={() => logo.id === value && onChange('')} />
              )}
            </div>
          ))}
        </div>
      )}
      {!readOnly && (
        <FileButton onChange={choose} accept="image/png,image/jpeg">
          {(props) => (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconUpload size={14} />}
              loading={upload.isPending}
              {...(words && logos?.length === 0 && { 'aria-invalid': true })}
              {...props}
            >
              Upload a logo
            </Button>
          )}
        </FileButton>
      )}
      <Input.Description mt={4}>PNG or JPEG, at most 1 MB and 2,000 pixels a side.</Input.Description>
      {words && (
        <Input.Error id={`${name}-error`} mt={4}>
          {words}
        </Input.Error>
      )}
    </Fieldset>
  );
}

function Thumbnail({ serviceId, logo }: { serviceId: number; logo: LogoFile }) {
  const { data } = useQuery(logoQuery(serviceId, logo.id));
  if (!data) return <Skeleton height="3.5rem" />;
  return <img className={classes.picture} src={`data:${data.mediaType};base64,${data.base64}`} alt="" />;
}
