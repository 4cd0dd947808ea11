import { NodeKind } from '@headwater/contract/nodes/routes';
import { announceNode } from './features/nodes/index.ts';
import { connectDatabase } from './lib/db.ts';
import { readSettings } from './lib/settings.ts';

// Gives the nodes of this same installation their join tokens, as `node add --replace` does for one elsewhere:
// `announce.ts edge edge-1 dns dns-1` prints {"edge":"hwj_…","dns":"hwj_…"}.

const words = process.argv.slice(2);
const database = connectDatabase(readSettings(), 1);
const tokens: Record<string, string> = {};
for (let at = 0; at < words.length; at += 2) {
  const kind = NodeKind.parse(words[at]);
  tokens[kind] = await announceNode(database, kind, words[at + 1] ?? '', true);
}
console.log(JSON.stringify(tokens));
await database.close();
