import type { LiveStream } from '@headwater/contract/nodes/live-document';
import { defaultProfiles } from '@headwater/contract/transcoding/profile';
import { describe, expect, test } from 'vitest';
import type { FilterEngine } from '../../../lib/draw-filter.ts';
import { type Person, useWorld } from '../../../testing/index.ts';
import { addStream } from '../../../testing/streams.ts';

const world = useWorld();
type Owner = Person & { serviceId: number };
const at = ({ serviceId }: Owner) => `/services/${serviceId}/live-transcoding`;
const [best] = defaultProfiles as [(typeof defaultProfiles)[number]];
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
const plain = { name: 'Plain', deinterlace: 'off', crop: null, logo: null, text: null };
const logoFilter = (imageId: string) => ({
  ...plain,
  name: 'With logo',
  logo: { imageId, position: 'top-right', scalePercent: 10, marginPercent: 2, opacityPercent: 100 },
});

const rungsOf = async (streamId: string) => {
  const { rows } = await world.database.ownerPool.query('select doc from desired_state where key = $1', [
    `stream/${streamId}`,
  ]);
  return rows[0].doc as LiveStream;
};

describe('profiles', () => {
  test('of a service that never had one are those that everybody begins with; deleted ones do not come back', async () => {
    const owner = await world.addCustomer();
    const list = async () => (await world.ask(owner, 'GET', `${at(owner)}/profiles`)).body.profiles;
    const [first] = await list();
    expect((await list()).map(({ value }: { value: { name: string } }) => value.name)).toEqual([
      '720p',
      '480p',
      '360p',
    ]);
    await world.ask(owner, 'DELETE', `${at(owner)}/profiles/${first.id}`);
    expect(await list()).toHaveLength(2);
  });

  test('reach the encoders of the streams that use them', async () => {
    const owner = await world.addCustomer();
    const stream = await addStream(world, owner, {}, 'abr');
    const { profiles } = (await world.ask(owner, 'GET', `${at(owner)}/profiles`)).body;
    expect(profiles[0].usedBy).toEqual([{ streamId: stream.id, type: 'abr', name: stream.name }]);
    const value = { ...best, rate: { mode: 'bitrate', kbps: 3333 } };
    await world.ask(owner, 'PATCH', `${at(owner)}/profiles/${profiles[0].id}`, { value });
    expect((await rungsOf(stream.id)).rungs[0]!.rate).toEqual({ mode: 'bitrate', kbps: 3333 });
  });

  test('are not deleted while a stream uses them, and say which', async () => {
    const owner = await world.addCustomer();
    const stream = await addStream(world, owner, { name: 'Harbour' }, 'abr');
    const profileId = stream.settings.transcode.profileIds[0];
    const answer = await world.ask(owner, 'DELETE', `${at(owner)}/profiles/${profileId}`);
    expect(answer).toMatchObject({ status: 409, body: { message: expect.stringContaining('Harbour') } });
  });

  test('keep the key frame interval that the rungs beside them have', async () => {
    const owner = await world.addCustomer();
    const stream = await addStream(world, owner, {}, 'abr');
    const path = `${at(owner)}/profiles/${stream.settings.transcode.profileIds[0]}`;
    const answer = await world.ask(owner, 'PATCH', path, { value: { ...best, gopSeconds: 4 } });
    expect(answer.body).toMatchObject({ code: 'conflict', errors: [{ field: 'value.gopSeconds' }] });
  });

  test.each([
    ['a size of its own', { size: '123x456' }, 'value.size'],
    ['an option in its name of a preset', { preset: 'veryfast -f null' }, 'value.preset'],
    ['a bitrate without a bound', { rate: { mode: 'bitrate', kbps: 1e9 } }, 'value.rate.kbps'],
    ['a frame rate of its own', { fps: 31 }, 'value.fps'],
  ])('are refused with %s', async (_, wrong, field) => {
    const owner = await world.addCustomer();
    const answer = await world.ask(owner, 'POST', `${at(owner)}/profiles`, { value: { ...best, ...wrong } });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].field).toBe(field);
  });
});

describe('filters', () => {
  test('bring their logo to the encoders of the streams that use them', async () => {
    const owner = await world.addCustomer();
    const logo = await world.ask(owner, 'POST', `${at(owner)}/logos`, { name: 'dot.png', base64: dot });
    const imageId = logo.body.logo.id;
    const made = await world.ask(owner, 'POST', `${at(owner)}/filters`, { value: logoFilter(imageId) });
    const stream = await addStream(world, owner, {}, 'abr');
    const transcode = { ...stream.settings.transcode, filterId: made.body.filterid };
    await world.ask(owner, 'PATCH', stream.path, { settings: { transcode } });
    expect((await rungsOf(stream.id)).filter).toMatchObject({ image: { mediaType: 'image/png', base64: dot } });
    const used = await world.ask(owner, 'DELETE', `${at(owner)}/logos/${imageId}`);
    expect(used.body.code).toBe('conflict');
    const deleted = await world.ask(owner, 'DELETE', `${at(owner)}/filters/${made.body.filterid}`);
    expect(deleted.body.message).toContain(stream.name);
  });

  test('name no logo of another customer', async () => {
    const [owner, other] = [await world.addCustomer(), await world.addCustomer()];
    const logo = await world.ask(other, 'POST', `${at(other)}/logos`, { name: 'dot.png', base64: dot });
    const value = logoFilter(logo.body.logo.id);
    for (const path of ['filters', 'preview']) {
      const answer = await world.ask(owner, 'POST', `${at(owner)}/${path}`, { value });
      expect(answer.body.errors[0].field).toBe('value.logo.imageId');
    }
  });
});

describe('a preview that cannot be drawn', () => {
  const drawn = async (engine: FilterEngine) => {
    const owner = await world.addCustomer();
    const before = world.drawing.engine;
    world.drawing.engine = engine;
    const answer = await world.ask(owner, 'POST', `${at(owner)}/preview`, { value: plain });
    world.drawing.engine = before;
    return answer;
  };

  test.each([
    ['logo', 'value.logo.imageId', 'image'],
    ['text', 'value.text.text', 'text'],
    ['crop', 'value.crop.topPercent', 'cropped'],
  ] as const)('for its %s says so at that field', async (part, field, words) => {
    const { status, body } = await drawn(async () => ({ ok: false, why: 'filter', part, reason: 'x' }));
    expect([status, body.code, body.errors[0].field]).toEqual([422, 'preview_failed', field]);
    expect(body.message).toContain(words);
  });

  test('for all of it together blames no field', async () => {
    const { body } = await drawn(async () => ({ ok: false, why: 'filter', part: null, reason: 'x' }));
    expect(body).toMatchObject({ code: 'preview_failed', message: expect.stringContaining('together') });
    expect(body.errors).toBeUndefined();
  });

  test.each([
    ['tool', 'cannot be drawn here now'],
    ['slow', 'took too long'],
  ] as const)('for want of a working tool (%s) is our fault, and tells nothing of it', async (why, words) => {
    const { status, body } = await drawn(async () => ({
      ok: false,
      why,
      part: null,
      reason: '/usr/bin/ffmpeg: secret',
    }));
    expect([status, body.code]).toEqual([503, 'preview_unavailable']);
    expect(body.message).toContain(words);
    expect(JSON.stringify(body)).not.toMatch(/secret|logo|image/);
  });

  test('for a fault of ours is none of the filter’s', async () => {
    const { status } = await drawn(() => Promise.reject(new Error('ENOSPC')));
    expect(status).toBe(500);
  });
});

describe('logos', () => {
  test.each([
    ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a PNG that is cut short', Buffer.from(dot, 'base64').subarray(0, 20)],
    ['more than a megabyte', Buffer.concat([Buffer.from(dot, 'base64'), Buffer.alloc(1_000_000)])],
    ['a picture of 5,000 pixels', resized(5000)],
  ])('are refused when they are %s', async (_, bytes) => {
    const owner = await world.addCustomer();
    const body = { name: 'logo', base64: bytes.toString('base64') };
    const answer = await world.ask(owner, 'POST', `${at(owner)}/logos`, body);
    expect(answer.body).toMatchObject({ code: 'not_an_image', errors: [{ field: 'base64' }] });
  });
});

const cannotDraw: FilterEngine = async ({ logo }) =>
  logo ? { ok: false, why: 'filter', part: 'logo', reason: 'inflate' } : { ok: true, jpeg: Buffer.alloc(1) };
const noTool: FilterEngine = async () => ({ ok: false, why: 'tool', part: null, reason: 'no ffmpeg' });

describe('an image that cannot be drawn', () => {
  const whileDrawnBy = async <T>(engine: FilterEngine, deed: () => Promise<T>): Promise<T> => {
    const before = world.drawing.engine;
    world.drawing.engine = engine;
    return deed().finally(() => {
      world.drawing.engine = before;
    });
  };
  const upload = (owner: Owner) => world.ask(owner, 'POST', `${at(owner)}/logos`, { name: 'dot.png', base64: dot });
  const listed = async (owner: Owner) => (await world.ask(owner, 'GET', `${at(owner)}/logos`)).body.logos;

  test('is not taken as a logo', async () => {
    const owner = await world.addCustomer();
    const { status, body } = await whileDrawnBy(cannotDraw, () => upload(owner));
    expect([status, body.code, body.errors[0].field]).toEqual([422, 'not_an_image', 'base64']);
    expect(body.message).toContain('damaged');
    expect(await listed(owner)).toEqual([]);
  });

  test('is not blamed where there is no working tool to find out', async () => {
    const owner = await world.addCustomer();
    const { status, body } = await whileDrawnBy(noTool, () => upload(owner));
    expect([status, body.code, body.errors]).toEqual([503, 'preview_unavailable', undefined]);
    expect(body.message).not.toContain('damaged');
    expect(await listed(owner)).toEqual([]);
  });

  test('is kept in no filter, although it was uploaded before', async () => {
    const owner = await world.addCustomer();
    const value = logoFilter((await upload(owner)).body.logo.id);
    const made = await world.ask(owner, 'POST', `${at(owner)}/filters`, { value: plain });
    const path = `${at(owner)}/filters/${made.body.filterid}`;
    for (const [method, to] of [
      ['POST', `${at(owner)}/filters`],
      ['PATCH', path],
    ] as const) {
      const { status, body } = await whileDrawnBy(cannotDraw, () => world.ask(owner, method, to, { value }));
      expect([status, body.code, body.errors[0].field]).toEqual([422, 'preview_failed', 'value.logo.imageId']);
    }
    expect((await world.ask(owner, 'GET', `${at(owner)}/filters`)).body.filters).toHaveLength(1);
    expect((await world.ask(owner, 'GET', path)).body.filter.value.logo).toBeNull();
    // What is said of a missing tool: it can be saved all the same.
    expect((await whileDrawnBy(noTool, () => world.ask(owner, 'PATCH', path, { value }))).status).toBe(200);
  });

  test('is looked for once the picture of the form is drawn', async () => {
    const owner = await world.addCustomer();
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const engine: FilterEngine = async ({ logo }) => {
      begun.resolve();
      if (!logo) await end.promise;
      return { ok: true, jpeg: Buffer.alloc(1) };
    };
    await whileDrawnBy(engine, async () => {
      const preview = world.ask(owner, 'POST', `${at(owner)}/preview`, { value: plain });
      await begun.promise;
      const uploaded = upload(owner);
      setTimeout(end.resolve, 600);
      expect((await uploaded).status).toBe(201);
      expect((await preview).status).toBe(200);
    });
  });
});

/** The dot, which says that it is as wide as this. */
function resized(width: number): Buffer {
  const bytes = Buffer.from(dot, 'base64');
  bytes.writeUInt32BE(width, 16);
  return bytes;
}
