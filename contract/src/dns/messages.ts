/** Texts about domains that the product promises word for word. */
export const dnsMessages = {
  loadDomains: 'Failed to load domains',
  createDomain: 'Failed to create domain',
  deleteDomain: 'Failed to delete domain',
  enableDomain: 'Failed to enable domain',
  disableDomain: 'Failed to disable domain',
  restoreDomain: 'Failed to restore domain',
  preferDomain: 'Failed to set preferred domain',
  importZone: 'Failed to import zone',
  exportZone: 'Failed to export zone',
  loadRecords: 'Failed to load records',
  createRecord: 'Failed to create record',
  updateRecord: 'Failed to update record',
  deleteRecord: 'Failed to delete record',
  createRecords: 'Failed to create records',
  updateRecords: 'Failed to update records',
  deleteRecords: 'Failed to delete records',
  enableRecord: 'Failed to enable record',
  disableRecord: 'Failed to disable record',
  enableProxy: 'Failed to enable proxy',
  disableProxy: 'Failed to disable proxy',
  retrieveDynamicUrl: 'Failed to retrieve dynamic URL',
  disableDynamicUrl: 'Failed to disable dynamic URL',
  loadSecurity: 'Failed to load security settings',
  enableDnssec: 'Failed to Enable DNSSEC',
  disableDnssec: 'Failed to Disable DNSSEC',
  loadMail: 'Failed to load mail',
  addMail: 'Failed to add mail',
  updateMail: 'Failed to update mail',
  deleteMail: 'Failed to delete mail',
  loadSoa: 'Failed to load SOA',
  updateSoa: 'Failed to update SOA',
  loadOverallStatistics: 'Failed to load overall statistics',
  loadDailyStatistics: 'Failed to load daily statistics',
  loadHourlyStatistics: 'Failed to load hourly statistics',
  loadLast30DaysStatistics: 'Failed to load 30 days statistics',
  loadYearlyStatistics: 'Failed to load yearly statistics',
  invalidDomainOrService: 'Invalid domain or service identifier provided. Please refresh the page and try again.',
  invalidService: 'Invalid service identifier. Please contact support if this issue persists.',
  loadDomainInformation: 'Failed to load domain information. Please check your connection and try again.',
} as const;

/** The end of a bulk TTL update, as the specification words it. */
export const ttlUpdated = (done: number, total: number): string =>
  `Updated TTL for ${done} of ${total} records successfully`;

/** The end of a bulk record copy. */
export const recordsCopied = (done: number, total: number, skipped: number): string =>
  `Copied ${done} of ${total} records successfully (${skipped} skipped)`;
