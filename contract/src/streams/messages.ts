/** Texts about streams that the product promises word for word, spelling included. */
export const streamMessages = {
  created: 'Stream Created Succesfully',
  updated: 'Stream Updated Succesfully',
  deleted: 'Stream Deleted Successfully',
  restarted: 'Stream Restarted Succesfully',
  restored: 'Stream Restored Succesfully',
  disabled: 'Stream Disabled Succesfully',
  enabled: 'Stream Enabled Succesfully',
  sourceUpdated: 'Stream Source Updated Succesfully',
  /** Where a failed save of IP access has no words of its own. */
  ipAccessFailed: 'An unexpected error occurred',
  notInStore: 'Stream not found in store.',
  notAfterFetching: 'Stream not found after fetching.',
} as const;
