import type { StreamSettingName, StreamSettings } from '@headwater/contract/streams/settings';

/** The fields that are lists, of the settings that have some. */
const lists: { [Name in StreamSettingName]?: readonly string[] } = {
  transcode: ['profileIds'],
  domainlock: ['list'],
  geoblock: ['list', 'exceptIps'],
  ipaccess: ['list'],
  useragent: ['list'],
};

/**
 * A stream's setting with a default added to it: one that was off becomes the default; of one that was on the lists grow, and
 * everything else stays as its owner set it. What would say the opposite is left as it is: an entry that one list blocks and
 * the other allows cannot be in both.
 */
export function appendSetting<Name extends StreamSettingName>(
  name: Name,
  own: StreamSettings[Name],
  added: StreamSettings[Name],
): StreamSettings[Name] {
  if (!added.enabled) return own;
  if (!own.enabled) return added;
  if ('policy' in own && 'policy' in added && own.policy !== added.policy) return own;
  const grown: Record<string, unknown> = { ...own };
  for (const field of lists[name] ?? []) {
    grown[field] = [...new Set([...listOf(own, field), ...listOf(added, field)])];
  }
  return grown as StreamSettings[Name];
}

const listOf = (setting: object, field: string) => (setting as Record<string, string[]>)[field] ?? [];
