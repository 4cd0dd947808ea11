import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineOf } from './checked.ts';
import { type EncodeRequest, encodeArgv, listFolder, rungNames } from './encode-argv.ts';
import { logoFiles, textFile } from './filter-graph.ts';
import type { EncodeFilter } from './shapes.ts';

export type LaidEncode = {
  argv: string[];
  /** Where it must be started. */
  folder: string;
  rungs: { name: string; listFile: string; segmentFolder: string }[];
};

/**
 * Makes the folders and files that the encoder reads and writes. A list begins anew with each encoder: read the old one to
 * its end before, or give each encoder a folder of its own.
 */
export function layEncode(request: EncodeRequest & { folder: string }): LaidEncode {
  const { folder, filter, rungs } = request;
  const argv = encodeArgv(request);
  mkdirSync(join(folder, listFolder), { recursive: true });
  layFilterFiles(folder, filter);
  const laid = rungNames(rungs.length).map((name) => ({
    name,
    listFile: join(folder, listFolder, `${name}.csv`),
    segmentFolder: join(folder, name),
  }));
  for (const { listFile, segmentFolder } of laid) {
    mkdirSync(segmentFolder, { recursive: true });
    rmSync(listFile, { force: true });
  }
  return { argv, folder, rungs: laid };
}

export function layFilterFiles(folder: string, filter: EncodeFilter | null): void {
  if (filter?.text) writeFileSync(join(folder, textFile), lineOf(filter.text.text));
  if (filter?.logo && filter.image)
    writeFileSync(join(folder, logoFiles[filter.image.mediaType]), Buffer.from(filter.image.base64, 'base64'));
}
