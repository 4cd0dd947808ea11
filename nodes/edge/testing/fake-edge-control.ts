import type { EdgeZoneConfig } from '@headwater/engines/nginx';

/** Takes what nginx would take and remembers it. */
export class FakeEdgeControl {
  readonly zones = new Map<string, EdgeZoneConfig>();
  /** Every call in order, as text. */
  readonly calls: string[] = [];
  refuse: string | null = null;
  /** How long nginx takes for a push. */
  delayMs = 0;

  async putZones(zones: EdgeZoneConfig[]) {
    this.calls.push(`put ${zones.map(({ id, origin }) => `${id}@${origin.addresses.join('+')}`).join(' ')}`);
    const refused = zones
      .filter(({ id }) => id === this.refuse)
      .map(({ id }) => ({ zoneId: id, reason: 'nginx says no' }));
    for (const zone of zones) if (zone.id !== this.refuse) this.zones.set(zone.id, zone);
    return { refused };
  }

  async removeZones(zoneIds: string[]) {
    this.calls.push(`remove ${zoneIds.join(' ')}`);
    for (const zoneId of zoneIds) this.zones.delete(zoneId);
  }

  async replaceZones(zones: EdgeZoneConfig[]) {
    this.calls.push('replace');
    this.zones.clear();
    return await this.putZones(zones);
  }

  async purgePaths(zoneId: string, paths: string[]) {
    this.calls.push(`purge ${zoneId} ${paths.join(' ')}`);
  }

  async forget() {
    this.calls.push('forget');
  }

  async open() {
    this.calls.push('open');
  }
}
