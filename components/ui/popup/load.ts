/**
 * Loads the code that positions and renders popups. The code is larger than most pages, so it is loaded only when a
 * button is pointed at, focused or clicked.
 */
export const load = {
  dialog: () => import('./popup-dialog'),
  menu: () => import('./popup-list'),
}
