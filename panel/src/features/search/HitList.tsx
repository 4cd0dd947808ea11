import { IconHash } from '@tabler/icons-react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { registered } from '../../lib/registered.ts';
import { markedPieces } from './marked-pieces.ts';
import type { Group, Hit } from './results.ts';
import classes from './SearchDialog.module.css';

type Props = {
  id: string;
  groups: readonly Group[];
  /** Which of all hits is chosen. */
  current: number;
  /** They answer an older question. */
  stale: boolean;
  onPoint: (index: number) => void;
  onOpen: (hit: Hit) => void;
};

/** What was found, by kind. The focus stays in the field, which names the chosen one. */
export function HitList({ id, groups, current, stale, onPoint, onOpen }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(`${id}-${current}`)}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);
  const hits = groups.flatMap((group) => group.hits);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Results"
      className={classes.list}
      data-stale={stale || undefined}
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
        <div key={group.name} role="group" aria-label={group.name}>
          <div className={classes.group} aria-hidden="true">
            {group.name}
          </div>
          {group.hits.map((hit) => {
            const index = hits.indexOf(hit);
            const open = (event: MouseEvent) => {
              // With a modifier the browser opens the link as it is asked to.
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              onOpen(hit);
            };
            return (
              <a
                key={hit.link}
                id={`${id}-${index}`}
                href={hit.link}
                role="option"
                aria-selected={index === current}
                tabIndex={-1}
                className={classes.hit}
                onMouseMove={() => onPoint(index)}
                onClick={open}
              >
                <CategoryIcon category={hit.category} />
                <span className={classes.text}>
                  <span className="clip">{hit.name}</span>
                  <span className={`clip ${classes.desc}`}>
                    {hit.desc === undefined ? hit.category : <Marked html={hit.desc} />}
                  </span>
                </span>
              </a>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function CategoryIcon({ category }: { category: string }) {
  const Icon = registered.search.find(({ name }) => name === category)?.icon ?? IconHash;
  return <Icon size={18} aria-hidden />;
}

const Marked = ({ html }: { html: string }) =>
  markedPieces(html).map(({ text, marked }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have their order and nothing else
    marked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
