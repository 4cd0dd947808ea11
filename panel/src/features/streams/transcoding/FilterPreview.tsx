import { Text } from '@mantine/core';
import { FormProblem } from '../../../ui/FormProblem.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import classes from './FilterPreview.module.css';
import type { Preview } from './use-filter-preview.ts';

/** The test picture as the filter makes it. The box has its size before the picture is there. */
export function FilterPreview({ preview }: { preview: Preview }) {
  const { frame, stale, problem, failed, hint } = preview;
  return (
    <Panel title="Preview">
      <div className={classes.box} aria-busy={frame === null && hint === null && !failed}>
        {frame !== null && (
          <img src={frame} alt="Colour bars as this filter makes them" data-stale={stale || undefined} />
        )}
        {frame === null && (
          <span className={classes.hint}>{hint ?? (failed ? 'No picture' : 'Making the picture')}</span>
        )}
      </div>
      <Text size="xs" c="dimmed" my={6} aria-live="polite">
        {frame !== null && hint !== null ? hint : 'Our test picture; yours comes in its own size and shape.'}
      </Text>
      <FormProblem words={problem} />
    </Panel>
  );
}
