let pressed = false;
let waiting: (() => void)[] = [];

const release = () => {
  pressed = false;
  const deeds = waiting;
  waiting = [];
  for (const deed of deeds) deed();
};

// Of mouse events, since a tap sends them as well, and takes the focus with the first of them. Where the button went
// down and up is known before `mouseup` is told, and `click` comes after it, so that it finds what was done here.
document.addEventListener(
  'mousedown',
  () => {
    release();
    pressed = true;
  },
  true,
);
for (const end of ['mouseup', 'dragend']) document.addEventListener(end, release, true);

/**
 * Does what moves the page when a field is left: at once, or, where the field was left by pressing the mouse, when the
 * button is let go. What moves in between takes the pressed button away from under the pointer, and the click goes to
 * what lies around it (UI Events, "click": the nearest ancestor common to where the button went down and up).
 */
export function afterPress(deed: () => void): void {
  if (pressed) waiting.push(deed);
  else deed();
}
