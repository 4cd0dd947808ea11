import { z } from 'zod';
import { Revision } from '../lib/revision.ts';
import { route, success } from '../lib/route.ts';
import { ServiceId } from '../services/schema.ts';
import { Filter } from './filter.ts';
import { defaultProfiles, Profile } from './profile.ts';

const tag = 'Live transcoding';
const all = '/services/:serviceId/live-transcoding';
const id = z.string().regex(/^[a-z0-9]{1,32}$/);
const ServiceParams = z.object({ serviceId: ServiceId });
const ProfileParams = ServiceParams.extend({ profileId: id });
const FilterParams = ServiceParams.extend({ filterId: id });
const ImageParams = ServiceParams.extend({ imageId: id });

const usedBy = z.array(z.object({ streamId: z.string(), type: z.string(), name: z.string() }));
const kept = { revision: Revision, createdAt: z.iso.datetime(), updatedAt: z.iso.datetime(), usedBy };
export const LiveProfile = z
  .object({ id: z.string(), profileid: z.string(), value: Profile, isDefault: z.boolean(), ...kept })
  .meta({ id: 'LiveProfile' });
export type LiveProfile = z.infer<typeof LiveProfile>;
export const LiveFilter = z
  .object({ id: z.string(), filterid: z.string(), value: Filter, ...kept })
  .meta({ id: 'LiveFilter' });
export type LiveFilter = z.infer<typeof LiveFilter>;
export const LogoFile = z
  .object({
    id: z.string(),
    name: z.string(),
    mediaType: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    sizeBytes: z.number().int(),
  })
  .meta({ id: 'LogoFile' });
export type LogoFile = z.infer<typeof LogoFile>;

const FilterBody = z.object({ value: Filter }).meta({
  examples: [
    {
      value: {
        name: 'Live in the corner',
        deinterlace: 'auto',
        crop: null,
        logo: null,
        text: {
          text: 'LIVE',
          font: 'sans-bold',
          sizePercent: 6,
          color: '#ffffff',
          position: 'top-right',
          marginPercent: 3,
          box: true,
        },
      },
    },
  ],
});

const view = { tag, access: 'streams.view', notForCdnPlus: true, status: 200 } as const;
const manage = { tag, access: 'streams.manage', notForCdnPlus: true } as const;

export const transcodingRoutes = {
  listLiveProfiles: route({
    method: 'GET',
    path: `${all}/profiles`,
    summary: 'List transcoding profiles',
    ...view,
    params: ServiceParams,
    reply: success({ profiles: z.array(LiveProfile) }),
    errors: ['not_found'],
  }),
  createLiveProfile: route({
    method: 'POST',
    path: `${all}/profiles`,
    summary: 'Create a transcoding profile',
    ...manage,
    params: ServiceParams,
    body: z
      .object({ value: Profile, isDefault: z.boolean().default(false) })
      .meta({ examples: [{ value: defaultProfiles[0] }] }),
    status: 201,
    reply: success({ profileid: z.string(), profile: LiveProfile }),
    revised: 'profile',
    errors: ['not_found', 'conflict', 'service_inactive'],
  }),
  getLiveProfile: route({
    method: 'GET',
    path: `${all}/profiles/:profileId`,
    summary: 'One transcoding profile',
    ...view,
    params: ProfileParams,
    reply: success({ profile: LiveProfile }),
    revised: 'profile',
    errors: ['not_found'],
  }),
  updateLiveProfile: route({
    method: 'PATCH',
    path: `${all}/profiles/:profileId`,
    summary: 'Change a transcoding profile; the encoders of the streams that use it begin anew',
    ...manage,
    params: ProfileParams,
    body: z
      .object({ value: Profile, isDefault: z.boolean() })
      .partial()
      .meta({ examples: [{ isDefault: true }] }),
    status: 200,
    reply: success({ profile: LiveProfile }),
    revised: 'profile',
    errors: ['not_found', 'conflict', 'service_inactive'],
  }),
  deleteLiveProfile: route({
    method: 'DELETE',
    path: `${all}/profiles/:profileId`,
    summary: 'Delete a transcoding profile that no stream uses',
    ...manage,
    params: ProfileParams,
    status: 200,
    reply: success({}),
    errors: ['not_found', 'conflict'],
  }),
  listLiveFilters: route({
    method: 'GET',
    path: `${all}/filters`,
    summary: 'List filters',
    ...view,
    params: ServiceParams,
    reply: success({ filters: z.array(LiveFilter) }),
    errors: ['not_found'],
  }),
  createLiveFilter: route({
    method: 'POST',
    path: `${all}/filters`,
    summary: 'Create a filter',
    ...manage,
    params: ServiceParams,
    body: FilterBody,
    status: 201,
    reply: success({ filterid: z.string(), filter: LiveFilter }),
    revised: 'filter',
    errors: ['not_found', 'conflict', 'service_inactive', 'preview_failed', 'preview_unavailable'],
  }),
  getLiveFilter: route({
    method: 'GET',
    path: `${all}/filters/:filterId`,
    summary: 'One filter',
    ...view,
    params: FilterParams,
    reply: success({ filter: LiveFilter }),
    revised: 'filter',
    errors: ['not_found'],
  }),
  updateLiveFilter: route({
    method: 'PATCH',
    path: `${all}/filters/:filterId`,
    summary: 'Change a filter; the encoders of the streams that use it begin anew',
    ...manage,
    params: FilterParams,
    body: FilterBody,
    status: 200,
    reply: success({ filter: LiveFilter }),
    revised: 'filter',
    errors: ['not_found', 'conflict', 'service_inactive', 'preview_failed', 'preview_unavailable'],
  }),
  deleteLiveFilter: route({
    method: 'DELETE',
    path: `${all}/filters/:filterId`,
    summary: 'Delete a filter that no stream uses',
    ...manage,
    params: FilterParams,
    status: 200,
    reply: success({}),
    errors: ['not_found', 'conflict'],
  }),
  previewFilter: route({
    method: 'POST',
    path: `${all}/preview`,
    summary: 'A frame of a test picture as a filter makes it, as base64 of a JPEG',
    ...manage,
    safe: true,
    params: ServiceParams,
    body: FilterBody,
    status: 200,
    reply: success({ mediaType: z.literal('image/jpeg'), base64: z.string() }),
    errors: ['not_found', 'preview_failed', 'preview_unavailable'],
  }),
  listLogos: route({
    method: 'GET',
    path: `${all}/logos`,
    summary: 'List uploaded logos',
    ...view,
    params: ServiceParams,
    reply: success({ logos: z.array(LogoFile) }),
    errors: ['not_found'],
  }),
  uploadLogo: route({
    method: 'POST',
    path: `${all}/logos`,
    summary: 'Upload a logo: a PNG or JPEG of at most 1 MB and 2,000 pixels a side',
    ...manage,
    params: ServiceParams,
    body: z
      .object({ name: z.string().trim().min(1).max(100), base64: z.base64().max(1_400_000) })
      .meta({ examples: [{ name: 'logo.png', base64: 'iVBORw0KGgo=' }] }),
    status: 201,
    reply: success({ logo: LogoFile }),
    bodyLimitBytes: 1_500_000,
    errors: ['not_found', 'not_an_image', 'conflict', 'service_inactive', 'preview_unavailable'],
  }),
  getLogo: route({
    method: 'GET',
    path: `${all}/logos/:imageId`,
    summary: 'An uploaded logo, as base64',
    ...view,
    params: ImageParams,
    reply: success({ mediaType: z.string(), base64: z.string() }),
    errors: ['not_found'],
  }),
  deleteLogo: route({
    method: 'DELETE',
    path: `${all}/logos/:imageId`,
    summary: 'Delete a logo that no filter uses',
    ...manage,
    params: ImageParams,
    status: 200,
    reply: success({}),
    errors: ['not_found', 'conflict'],
  }),
};
