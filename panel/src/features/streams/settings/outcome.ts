import type { StreamSettingName, StreamSettings } from '@headwater/contract/streams/settings';
import { formatCount, formatSeconds } from '../../../lib/format.ts';
import { countryName } from './countries.ts';
import { listWords } from './list-words.ts';

/** What a setting means for those who watch or publish. */
export type Outcome = {
  words: string;
  /** It is on, and shuts out everybody: hardly what was meant. */
  shutsOut?: true;
};

/** Names of profiles and filters by their ids; an unknown one is called by its id. */
export type NameOf = (id: string) => string;

type Tell<Name extends StreamSettingName> = (value: StreamSettings[Name], nameOf: NameOf) => Outcome;

const plural = (count: number, one: string, many = `${one}s`) => `${formatCount(count)} ${count === 1 ? one : many}`;

const tellers: { [Name in StreamSettingName]: Tell<Name> } = {
  hash: ({ enabled }) => ({
    words: enabled
      ? 'Playback addresses carry a code that nobody can guess.'
      : "Playback addresses carry the stream's name.",
  }),
  dvr: ({ enabled, retentionDays }) => {
    if (!enabled) return { words: 'Nothing is recorded.' };
    const kept = retentionDays === null ? 'until you delete it' : `for ${plural(retentionDays, 'day')}`;
    return { words: `Every session is recorded and kept ${kept}.` };
  },
  ndvr: ({ enabled, windowSeconds }) => ({
    words: enabled
      ? `Viewers can go back up to ${formatSeconds(windowSeconds)}.`
      : 'Viewers see what is live, and cannot go back.',
  }),
  transcode: ({ enabled, profileIds, filterId }, nameOf) => {
    if (!enabled) return { words: 'Viewers get what comes in, as it is.' };
    if (profileIds.length === 0) return { words: 'No profile is chosen yet.' };
    const filter = filterId === null ? '' : `, with the filter ${nameOf(filterId)}`;
    return { words: `Viewers get ${listWords(profileIds.map(nameOf), 6)}${filter}.` };
  },
  domainlock: ({ enabled, policy, list, noReferrer }) => {
    if (!enabled) return { words: 'Any web site can embed the stream.' };
    const nameless =
      noReferrer === 'allow' ? 'Apps that name no site can play it.' : 'Apps that name no site are refused.';
    if (policy === 'block') {
      const sites = list.length === 0 ? 'Any web site' : `Any web site except ${listWords(list)}`;
      return { words: `${sites} can embed the stream. ${nameless}` };
    }
    if (list.length > 0) return { words: `Only ${listWords(list)} can embed the stream. ${nameless}` };
    if (noReferrer === 'block') return shutOut('Nobody can watch: no web site is allowed yet, and apps are refused.');
    return shutOut(`No web site can embed the stream: none is allowed yet. ${nameless}`);
  },
  geoblock: ({ enabled, policy, list, exceptIps }) => {
    if (!enabled) return { words: 'Visitors from every country can watch.' };
    const names = list.map(countryName);
    const exceptions = plural(exceptIps.length, 'address that you excepted', 'addresses that you excepted');
    const always = exceptIps.length > 0 ? ` So can ${exceptions}.` : '';
    if (policy === 'block') {
      if (list.length === 0) return { words: 'Visitors from every country can watch: none is blocked yet.' };
      return { words: `Visitors from everywhere except ${listWords(names)} can watch.${always}` };
    }
    if (list.length > 0) return { words: `Only visitors from ${listWords(names)} can watch.${always}` };
    if (exceptIps.length === 0) return shutOut('Nobody can watch: no country is allowed yet.');
    return shutOut('Nobody but your exceptions can watch: no country is allowed yet.');
  },
  securetoken: ({ enabled, bindIp }) => {
    if (!enabled) return { words: 'Anybody who has the address can watch.' };
    const bound = bindIp ? ', each from the one address that it was made for' : '';
    return { words: `Only links signed with your secret can be watched${bound}.` };
  },
  ipaccess: ({ enabled, policy, list, appliesTo }) => {
    const may = { playback: 'watch', publish: 'publish', both: 'watch or publish' }[appliesTo];
    if (!enabled) return { words: 'Every address can watch and publish.' };
    if (policy === 'block') {
      const from = list.length === 0 ? 'Every address' : `Every address except ${listWords(list)}`;
      return { words: `${from} can ${may}.` };
    }
    if (list.length > 0) return { words: `Only ${listWords(list)} can ${may}.` };
    return shutOut(`Nobody can ${may}: no address is allowed yet.`);
  },
  useragent: ({ enabled, policy, list }) => {
    if (!enabled) return { words: 'Every player and program can watch.' };
    if (policy === 'block') {
      const who = list.length === 0 ? 'Every player and program' : `Every player and program except ${listWords(list)}`;
      return { words: `${who} can watch.` };
    }
    if (list.length > 0) return { words: `Only ${listWords(list)} can watch.` };
    return shutOut('Nobody can watch: no player or program is allowed yet.');
  },
  rtmpauth: ({ enabled, username }) => ({
    words: enabled
      ? `Publishers need the stream key, the user name ${username || '…'} and its password.`
      : 'Publishers need the stream key only.',
  }),
};

const shutOut = (words: string): Outcome => ({ words, shutsOut: true });

/** One sentence or two that say what a setting does. */
export function outcomeOf<Name extends StreamSettingName>(
  name: Name,
  value: StreamSettings[Name],
  nameOf: NameOf = (id) => id,
): Outcome {
  return tellers[name](value, nameOf);
}
