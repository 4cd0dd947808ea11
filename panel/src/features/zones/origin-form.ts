import type { Args } from '@headwater/contract/lib/route';
import type { zoneRoutes } from '@headwater/contract/zones/routes';
import { OriginUrl, type Zone, ZoneName, ZoneSettings } from '@headwater/contract/zones/schema';
import { problemsOf } from '../../lib/form-check.ts';

/** What stands in the fields: a field of figures may be empty, which is the empty text. */
export type OriginValues = {
  name: string;
  origin: string;
  ttl: 'origin' | 'fixed';
  settings: {
    hostHeader: string;
    edgeTtlSeconds: number | string;
    queryString: 'keep' | 'ignore';
    staleIfErrorSeconds: number | string;
  };
};

type Update = Args<typeof zoneRoutes.updateZone>['body'];

/** What the field offers when an edge time is switched on. */
export const usualTtlSeconds = 14_400;

export const valuesOf = ({ name, origin, settings }: Zone): OriginValues => ({
  name,
  origin,
  ttl: settings.edgeTtlSeconds === null ? 'origin' : 'fixed',
  settings: {
    hostHeader: settings.hostHeader ?? '',
    edgeTtlSeconds: settings.edgeTtlSeconds ?? usualTtlSeconds,
    queryString: settings.queryString,
    staleIfErrorSeconds: settings.staleIfErrorSeconds,
  },
});

const settingsOf = ({ ttl, settings }: OriginValues): ZoneSettings => ({
  hostHeader: settings.hostHeader.trim() || null,
  edgeTtlSeconds: ttl === 'origin' ? null : (settings.edgeTtlSeconds as number),
  queryString: settings.queryString,
  staleIfErrorSeconds: settings.staleIfErrorSeconds as number,
});

/** What keeps the values from being saved, by field. */
export function originProblems(values: OriginValues): Record<string, string> {
  const settings = settingsOf(values);
  const problems: Record<string, string> = {
    ...under('name', problemsOf(ZoneName, values.name)),
    ...under('origin', problemsOf(OriginUrl, values.origin)),
    ...under('settings', problemsOf(ZoneSettings, settings)),
  };
  for (const field of ['edgeTtlSeconds', 'staleIfErrorSeconds'] as const) {
    if (settings[field] !== null && typeof settings[field] !== 'number') {
      problems[`settings.${field}`] = 'Enter whole seconds';
    }
  }
  return problems;
}

const under = (field: string, problems: Record<string, string>) =>
  Object.fromEntries(Object.entries(problems).map(([path, words]) => [path ? `${field}.${path}` : field, words]));

/** Only what differs from the zone, so that nobody's change to another field is undone. Null when nothing does. */
export function changesTo(zone: Zone, values: OriginValues): Update | null {
  const settings = settingsOf(values);
  const changed = Object.fromEntries(
    Object.entries(settings).filter(([field, value]) => zone.settings[field as keyof ZoneSettings] !== value),
  );
  const update: Update = {
    ...(values.name.trim() !== zone.name && { name: values.name }),
    ...(values.origin.trim() !== zone.origin && { origin: values.origin }),
    ...(Object.keys(changed).length > 0 && { settings: changed }),
  };
  return Object.keys(update).length > 0 ? update : null;
}
