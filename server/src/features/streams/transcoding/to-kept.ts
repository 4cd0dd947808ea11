import type { LiveFilter, LiveProfile, LogoFile } from '@headwater/contract/transcoding/routes';
import type { FilterRow, LogoRow, ProfileRow } from './store.ts';

const kept = ({ revision, created_at, updated_at, used_by }: ProfileRow | FilterRow) => ({
  revision,
  createdAt: created_at.toISOString(),
  updatedAt: updated_at.toISOString(),
  usedBy: used_by,
});

export const toProfile = (row: ProfileRow): LiveProfile => ({
  id: row.id,
  profileid: row.id,
  value: row.value,
  isDefault: row.is_default,
  ...kept(row),
});

export const toFilter = (row: FilterRow): LiveFilter => ({
  id: row.id,
  filterid: row.id,
  value: row.value,
  ...kept(row),
});

export const toLogo = (row: LogoRow): LogoFile => ({
  id: row.id,
  name: row.name,
  mediaType: row.media_type,
  width: row.width,
  height: row.height,
  sizeBytes: row.size_bytes,
});
