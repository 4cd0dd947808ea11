import { HeaderMenu, HeaderMenuButton, type HeaderMenuProps } from './HeaderMenu.tsx';
import classes from './HeaderMenus.module.css';
import { useFitting } from './use-fitting.ts';

/** The menus of a header, as many as fit; what the others hold stands in a last one. Those without lines are not there. */
export function HeaderMenus({ menus }: { menus: readonly HeaderMenuProps[] }) {
  const shown = menus.filter(({ lines }) => lines.length > 0);
  const { row, ruler, fitting } = useFitting();
  const fit = shown.slice(0, fitting);
  const rest = shown.slice(fitting).flatMap(({ label, lines }) => lines.map((line) => ({ ...line, group: label })));
  return (
    <div ref={row} className={classes.row}>
      <div ref={ruler} className={classes.ruler} aria-hidden="true">
        {[...shown, { label: 'More' }].map((menu) => (
          <HeaderMenuButton key={menu.label} label={menu.label} {...('look' in menu && { look: menu.look })} />
        ))}
      </div>
      {fit.map((menu) => (
        <HeaderMenu key={menu.label} {...menu} />
      ))}
      {rest.length > 0 && <HeaderMenu label="More" lines={rest} />}
    </div>
  );
}
