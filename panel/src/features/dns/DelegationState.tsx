import type { DnsDomain } from '@headwater/contract/dns/domain';
import { Tooltip } from '@mantine/core';
import { StateDot } from '../../ui/StateDot.tsx';
import { delegationWords } from './delegation-words.ts';

/** Whether the domain's registrar names our servers; what that means, on hover. */
export function DelegationState({ domain }: { domain: DnsDomain }) {
  const { tone, word, text } = delegationWords(domain);
  return (
    <Tooltip label={text}>
      <span>
        <StateDot tone={tone} word={word} />
      </span>
    </Tooltip>
  );
}
