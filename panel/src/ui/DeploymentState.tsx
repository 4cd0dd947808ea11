import type { Deployment } from '@headwater/contract/lib/deployment';
import { Tooltip } from '@mantine/core';
import { deploymentSentence, deploymentWords, type NodeWord } from '../lib/deployment-words.ts';
import { StateDot } from './StateDot.tsx';

type Props = {
  deployment: Deployment;
  /** The word for «every node has it»: `Live` for things, `Done` for actions. */
  doneWord?: string;
  node?: NodeWord;
  /** Only dot and word; the rest on hover. */
  brief?: boolean;
};

/** Whether the nodes serve what was asked: «Live on 2 of 3 edges · 240 ms · edge-3 away». */
export function DeploymentState({ deployment, doneWord = 'Live', node = 'edge', brief = false }: Props) {
  const { tone, word, details } = deploymentWords(deployment, doneWord, node);
  if (!brief) return <StateDot tone={tone} word={word} detail={details} at={deployment.changedAt} wrap />;
  const aside = deployment.away.length > 0 && tone === 'live' ? `${deployment.away.length} away` : undefined;
  return (
    <Tooltip label={deploymentSentence(deployment, doneWord, node)}>
      <span>
        <StateDot tone={tone} word={word} {...(aside && { detail: aside })} />
      </span>
    </Tooltip>
  );
}
