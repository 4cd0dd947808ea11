import type { Deployment } from '@headwater/contract/lib/deployment';
import { formatLatency } from './format.ts';

export type Tone = 'live' | 'pending' | 'failed' | 'off';
export type StateWords = { tone: Tone; word: string; details: string[] };
/** What serves a thing. */
export type NodeWord = 'edge' | 'name server';

/** A deployment in words: `Live`, `on 2 of 3 edges`, `240 ms`, `edge-3 away`. */
export function deploymentWords(deployment: Deployment, doneWord = 'Live', node: NodeWord = 'edge'): StateWords {
  const { state, nodes, appliedNodes, latencyMs, away, reason } = deployment;
  const awayWords = away.length > 0 ? [`${away.join(', ')} away`] : [];
  const count = `on ${appliedNodes} of ${nodes} ${node}${nodes === 1 ? '' : 's'}`;
  if (state === 'failed') return { tone: 'failed', word: 'Failed', details: [reason ?? `One ${node} refused it`] };
  if (nodes === 0) return { tone: 'pending', word: 'Pending', details: [`no ${node} in service`, ...awayWords] };
  if (state === 'pending') return { tone: 'pending', word: 'Pending', details: [count, ...awayWords] };
  const latency = latencyMs === null ? [] : [formatLatency(latencyMs)];
  return { tone: 'live', word: doneWord, details: [count, ...latency, ...awayWords] };
}

/** The same as one sentence: «Live on 2 of 3 edges · 240 ms · edge-3 away». */
export function deploymentSentence(deployment: Deployment, doneWord = 'Live', node: NodeWord = 'edge'): string {
  const { word, details } = deploymentWords(deployment, doneWord, node);
  const [first = '', ...rest] = details;
  const opening = first.startsWith('on ') ? `${word} ${first}` : `${word} · ${first}`;
  return [opening, ...rest].join(' · ');
}
