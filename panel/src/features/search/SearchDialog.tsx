import { Modal } from '@mantine/core';
import type { DialogProps } from '../../lib/feature.ts';
import { SearchBox } from './SearchBox.tsx';
import classes from './SearchDialog.module.css';

/** The search over the page. What was typed is gone when it is opened again. */
export default function SearchDialog({ opened, onClose }: DialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      yOffset="10vh"
      size="lg"
      padding={0}
      attributes={{ content: { 'aria-label': 'Search' } }}
      classNames={{ content: classes.content }}
    >
      <SearchBox onClose={onClose} />
    </Modal>
  );
}
