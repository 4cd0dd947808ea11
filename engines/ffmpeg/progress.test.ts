import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProgressReader, readLastProgress } from './progress.ts';

const first = 'frame=0\nfps=0.00\nbitrate=N/A\ntotal_size=N/A\nout_time_us=N/A\nspeed=N/A\nprogress=continue\n';
const second =
  'frame=75\nfps=25.01\nstream_0_0_q=-1.0\nbitrate= 512.5kbits/s\ntotal_size=200000\nout_time_us=3000000\n' +
  'dup_frames=1\ndrop_frames=2\nspeed=   1x\nprogress=end\n';
const facts = {
  frame: 75,
  fps: 25.01,
  bitrateKbps: 512.5,
  sizeBytes: 200000,
  outSeconds: 3,
  dupFrames: 1,
  dropFrames: 2,
  speed: 1,
};

test('what is not known yet is nothing rather than zero', () => {
  expect(readLastProgress(first)).toMatchObject({
    frame: 0,
    speed: null,
    outSeconds: null,
    sizeBytes: null,
    ended: false,
  });
  expect(readLastProgress('')).toBeNull();
  expect(readLastProgress('frame=3\nfps=1')).toBeNull();
});

test('blocks are the same in whatever pieces they come', () => {
  const text = first + second;
  const whole = new ProgressReader().read(text);
  expect(whole[1]).toEqual({ ...facts, ended: true });
  fc.assert(
    fc.property(fc.array(fc.nat(text.length)), (places) => {
      const cuts = [0, ...places.sort((one, other) => one - other), text.length];
      const reader = new ProgressReader();
      expect(cuts.slice(1).flatMap((to, index) => reader.read(text.slice(cuts[index], to)))).toEqual(whole);
    }),
  );
});

test('a file cut at its head still has its newest block', () => {
  for (let from = 0; from < first.length; from++)
    expect(readLastProgress((first + second).slice(from))).toEqual({ ...facts, ended: true });
});
