import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readNetwork } from './access.ts';
import { findNginx } from './index.ts';
import { decodeWire, encodeWire, type WireValue } from './wire.ts';

/** The edge's Lua, asked directly: an nginx with nothing but its modules and a socket. */
const folder = mkdtempSync(join(tmpdir(), 'lua-'));
const socketPath = join(folder, 'lua.sock');
let nginx: ChildProcess;

beforeAll(async () => {
  const found = findNginx();
  if (!found.ok) throw new Error(found.reason);
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `load_module ${found.modules}/ndk_http_module.so; load_module ${found.modules}/ngx_http_lua_module.so;
    daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
    http { ${temp} access_log off; client_body_buffer_size 8m; client_max_body_size 8m;
      lua_package_path "${join(import.meta.dirname, 'lua')}/?.lua;;";
      server { listen unix:${socketPath};
        location / { content_by_lua_block {
          local wire, paths, networks = require 'wire', require 'paths', require 'access.networks'
          ngx.req.read_body()
          local asked, out = wire.decode(ngx.req.get_body_data()), {}
          local calls = {
            echo = function(value) return value end,
            meaning = function(value) return paths.meaning(value[1], value[2]) end,
            holds = function(value)
              local bytes = value[2]:gsub('%x%x', function(hex) return string.char(tonumber(hex, 16)) end)
              return networks.holds(networks.compile(value[1]), bytes)
            end,
            matches = function(value) return paths.matches(paths.compile(value[1], true), paths.meaning(value[2], true)) end,
          }
          for i, value in ipairs(asked) do out[i] = calls[ngx.var.uri:sub(2)](value) end
          ngx.print(wire.encode(out))
        } } } }`,
  );
  nginx = spawn(found.binary, ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')], {
    stdio: 'ignore',
  });
  for (let tries = 0; tries < 100; tries++) {
    if ((await lua('echo', [1]).catch(() => undefined)) !== undefined) return;
    await sleep(20);
  }
});
afterAll(async () => {
  const gone = once(nginx, 'exit');
  nginx.kill('SIGTERM');
  await gone;
  rmSync(folder, { recursive: true });
});

async function lua(call: string, values: WireValue[]): Promise<WireValue[]> {
  const sent = request({ socketPath, path: `/${call}`, method: 'POST' });
  sent.end(encodeWire(values));
  const [answer] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return decodeWire(Buffer.concat(chunks)) as WireValue[];
}

describe('wire values', () => {
  it('arrive in Lua and come back as they were', async () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.string({ unit: 'binary' }),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        tie('list'),
        tie('map'),
      ),
      list: fc.array(tie('value'), { maxLength: 5 }),
      map: fc.dictionary(fc.string({ minLength: 1 }), tie('value'), { minKeys: 1, maxKeys: 5, noNullPrototype: true }),
    })).value;
    const sample = fc.sample(value, 300) as WireValue[];
    expect(await lua('echo', sample)).toEqual(sample);
  });

  it('that are cut short or followed by more are refused', () => {
    for (const bytes of ['s5:abc', 'l2:t', 'nx;', 'q', '', 'tt', 's-1:a'])
      expect(() => decodeWire(Buffer.from(bytes)), bytes).toThrow();
  });
});

describe('the meaning of a URL', () => {
  it.each([
    ['/a', '/a'],
    ['/%61', '/a'],
    ['/a//b', '/a/b'],
    ['/a/./b/../c', '/a/c'],
    ['/a/..', '/'],
    ['/a/b/..', '/a/'],
    ['/a/b/.', '/a/b/'],
    ['/../../a', '/a'],
    ['/.well-known/x', '/.well-known/x'],
    ['/a?', '/a'],
    ['/a?x=%20y', '/a?x= y'],
    ['/a?b?c', '/a?b?c'],
    ['/%2e%2e/a', '/a'],
    ['/a%', '/a%'],
    ['/+', '/+'],
    ['/', '/'],
  ])('%s is %s', async (raw, meaning) => {
    expect(await lua('meaning', [[raw, true]])).toEqual([meaning]);
  });

  it('is the same for every spelling of a path', async () => {
    const path = fc.array(fc.stringMatching(/^[a-z0-9 é%?#+*]{1,6}$/), { minLength: 1, maxLength: 4 });
    const paths = fc.sample(path, 300);
    const spell = (text: string, all: boolean) =>
      [...Buffer.from(text)]
        .map((byte) =>
          all || !/[a-z0-9]/.test(String.fromCharCode(byte))
            ? `%${byte.toString(16).padStart(2, '0')}`
            : String.fromCharCode(byte),
        )
        .join('');
    const plain = paths.map((segments): WireValue => [`/${segments.map((one) => spell(one, false)).join('/')}`, true]);
    const odd = paths.map(
      (segments): WireValue => [`/./${segments.map((one) => spell(one, true).toUpperCase()).join('//')}`, true],
    );
    expect(await lua('meaning', odd)).toEqual(await lua('meaning', plain));
  });
});

describe('a wildcard pattern', () => {
  it('matches what a regular expression of the same meaning matches', async () => {
    const letter = fc.constantFrom('a', 'b', '/', '*', '.', '-', '%25', '%2A');
    const pattern = fc.array(letter, { maxLength: 7 }).map((letters) => `/${letters.join('')}`);
    const text = fc
      .array(fc.constantFrom('a', 'b', '/', '-', '%25', '%2A', 'x.'), { maxLength: 9 })
      .map((letters) => `/${letters.join('')}`);
    const pairs = fc.sample(fc.tuple(pattern, text), 4000);
    const decode = (raw: string) => decodeURIComponent(raw);
    const expected = pairs.map(([glob, url]) => {
      const pieces = glob.split('*').map((piece) =>
        decode(piece)
          .replace(/\/+/g, '/')
          .replace(/[.*+?^${}()|[\]\\-]/g, '\\$&'),
      );
      return new RegExp(`^${pieces.join('[^]*')}$`).test(decode(url).replace(/\/+/g, '/'));
    });
    expect(expected.filter(Boolean).length).toBeGreaterThan(100);
    expect(await lua('matches', pairs)).toEqual(expected);
  });

  it('of many stars takes no exponential time', async () => {
    const started = performance.now();
    expect(await lua('matches', [[`/${'*a'.repeat(500)}b`, `/${'a'.repeat(8000)}`]])).toEqual([false]);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('a set of networks', () => {
  it('holds what the block list of Node holds, over all prefix lengths of both families', async () => {
    const v4 = fc.ipV4();
    const v6 = fc.ipV6().filter((address) => !address.includes('.'));
    const network = fc.oneof(fc.tuple(v4, fc.nat(32)), fc.tuple(v6, fc.nat(128)));
    const samples = fc.sample(fc.tuple(fc.array(network, { maxLength: 6 }), fc.oneof(v4, v6), fc.nat(128)), 2000);
    const asked: WireValue[] = [];
    const expected: boolean[] = [];
    for (const [networks, stranger, flipped] of samples) {
      // One for each family: in a single list ::/8 would hold all of IPv4.
      const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
      for (const [address, bits] of networks) lists[familyOf(address)].addSubnet(address, bits, familyOf(address));
      // Strangers are in no network nearly always: neighbours, one bit apart, are in about half of them.
      const near = networks[0] ? flip(networks[0][0], flipped) : stranger;
      for (const address of [stranger, near]) {
        asked.push([networks.map(([one, bits]) => readNetwork(`${one}/${bits}`)), readNetwork(address)[0]]);
        expected.push(lists[familyOf(address)].check(address, familyOf(address)));
      }
    }
    expect(expected.filter(Boolean).length).toBeGreaterThan(500);
    expect(await lua('holds', asked)).toEqual(expected);
  });
});

const familyOf = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4');

/** The address with one of its bits turned. */
function flip(address: string, bit: number): string {
  const bytes = Buffer.from(readNetwork(address)[0], 'hex');
  const at = bit % (bytes.length * 8);
  bytes[at >> 3]! ^= 128 >> (at & 7);
  return bytes.length === 4 ? bytes.join('.') : bytes.toString('hex').match(/.{4}/g)!.join(':');
}
