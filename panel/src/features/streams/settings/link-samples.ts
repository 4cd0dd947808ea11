/** Programs that sign a link as edges check it, to be copied into the customer's own site. */

export type Sample = { language: 'Node.js' | 'Python' | 'PHP'; code: string };

type For = { host: string /** `/news/`: what the link covers. */; directory: string; bindIp: boolean };

export function linkSamples({ host, directory, bindIp }: For): Sample[] {
  const d = JSON.stringify(directory);
  const h = JSON.stringify(host);
  return [
    { language: 'Node.js', code: node(h, d, bindIp) },
    { language: 'Python', code: python(h, d, bindIp) },
    { language: 'PHP', code: php(h.replaceAll('$', '\\$'), d.replaceAll('$', '\\$'), bindIp) },
  ];
}

/** Programs that listen for IPv6 as well write an IPv4 address as `::ffff:203.0.113.7`; edges do not. */
const address = (bindIp: boolean, mark: string) =>
  bindIp ? `${mark} the visitor's address, as your site sees it` : `${mark} links are not bound to an address`;

const node = (host: string, directory: string, bindIp: boolean) => `import { createHmac } from 'node:crypto';

const secret = process.env.STREAM_SECRET;
const directory = ${directory};
const expires = Math.floor(Date.now() / 1000) + 3600; // good for an hour
const address = ${bindIp ? "request.socket.remoteAddress.replace(/^::ffff:/, '')" : "''"}; ${address(bindIp, '//')}

const token = createHmac('sha256', secret)
  .update(\`\${directory}\\n\${expires}\\n\${address}\`)
  .digest('base64url');
const link = ${host} + \`\${directory}~\${expires}.\${token}/index.m3u8\`;
`;

const python = (host: string, directory: string, bindIp: boolean) => `import base64, hashlib, hmac, os, time

secret = os.environ["STREAM_SECRET"].encode()
directory = ${directory}
expires = int(time.time()) + 3600  # good for an hour
address = ${bindIp ? 'request.remote_addr.removeprefix("::ffff:")' : '""'}  ${address(bindIp, '#')}

message = f"{directory}\\n{expires}\\n{address}".encode()
digest = hmac.new(secret, message, hashlib.sha256).digest()
token = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
link = ${host} + f"{directory}~{expires}.{token}/index.m3u8"
`;

const php = (host: string, directory: string, bindIp: boolean) => `<?php
$secret = getenv('STREAM_SECRET');
$directory = ${directory};
$expires = time() + 3600; // good for an hour
$address = ${bindIp ? "preg_replace('/^::ffff:/', '', $_SERVER['REMOTE_ADDR'])" : "''"}; ${address(bindIp, '//')}

$digest = hash_hmac('sha256', "$directory\\n$expires\\n$address", $secret, true);
$token = rtrim(strtr(base64_encode($digest), '+/', '-_'), '=');
$link = ${host} . "$directory~$expires.$token/index.m3u8";
`;
