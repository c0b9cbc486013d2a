/**
 * The code that positions and renders popups: larger than most pages. Loaded when a button is pointed at, focused or
 * clicked.
 */
export const load = {
  dialog: () => import('./popup-dialog'),
  menu: () => import('./popup-list'),
}
