import type { StreamSettingName } from '@headwater/contract/streams/settings';
import type { ComponentType } from 'react';
import { DomainLockForm } from './DomainLockForm.tsx';
import { DvrForm } from './DvrForm.tsx';
import type { SettingFormProps } from './form-props.ts';
import { GeoBlockForm } from './GeoBlockForm.tsx';
import { HashForm } from './HashForm.tsx';
import { IpAccessForm } from './IpAccessForm.tsx';
import { NdvrForm } from './NdvrForm.tsx';
import { RtmpAuthForm } from './RtmpAuthForm.tsx';
import { SecureTokenForm } from './SecureTokenForm.tsx';
import { TranscodeForm } from './TranscodeForm.tsx';
import { UserAgentForm } from './UserAgentForm.tsx';

const forms: { [Name in StreamSettingName]: ComponentType<SettingFormProps<Name>> } = {
  hash: HashForm,
  dvr: DvrForm,
  ndvr: NdvrForm,
  transcode: TranscodeForm,
  domainlock: DomainLockForm,
  geoblock: GeoBlockForm,
  securetoken: SecureTokenForm,
  ipaccess: IpAccessForm,
  useragent: UserAgentForm,
  rtmpauth: RtmpAuthForm,
};

/** The form of a setting, by its name. */
export function SettingForm<Name extends StreamSettingName>({
  name,
  ...props
}: { name: Name } & SettingFormProps<Name>) {
  // That name and props belong together is known to whoever calls, and lost on the way into the table.
  const Form = forms[name] as unknown as ComponentType<SettingFormProps<Name>>;
  return <Form {...(props as SettingFormProps<Name>)} />;
}
