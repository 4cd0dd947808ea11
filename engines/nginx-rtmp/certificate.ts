import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';

export type CertificateFiles = { certificate: string; key: string };

/** A certificate of our own, made once and kept: good enough for publishers that do not check whom they speak to. */
export function keepOwnCertificate(folder: string): CertificateFiles {
  const files = { certificate: join(folder, 'rtmps.crt'), key: join(folder, 'rtmps.key') };
  if (existsSync(files.certificate) && existsSync(files.key)) return files;
  const drafts = { certificate: `${files.certificate}.new`, key: `${files.key}.new` };
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '7300'];
  const out = ['-keyout', drafts.key, '-out', drafts.certificate];
  try {
    execFileSync('openssl', ['req', ...kind, '-subj', '/CN=RTMPS', ...out], { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    const said = (error as { stderr?: Buffer }).stderr?.toString().trim() || (error as Error).message;
    throw new Error(`openssl made no certificate for RTMPS: ${said}`, { cause: error });
  }
  chmodSync(drafts.key, 0o600);
  // The certificate last: without it both are made anew.
  renameSync(drafts.key, files.key);
  renameSync(drafts.certificate, files.certificate);
  return files;
}
