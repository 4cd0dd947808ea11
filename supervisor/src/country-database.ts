import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { projectFolder } from './settings.ts';

/** The operator's own database of countries, or the one that came with the packages. */
export function findCountryDatabase(): string | undefined {
  const given = process.env.HEADWATER_GEO_DATABASE;
  if (given) return given;
  const packageName = '@ip-location-db/geo-whois-asn-country-mmdb';
  try {
    const manifest = createRequire(join(projectFolder, 'engines/package.json')).resolve(`${packageName}/package.json`);
    const file = join(dirname(manifest), 'geo-whois-asn-country.mmdb');
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}
