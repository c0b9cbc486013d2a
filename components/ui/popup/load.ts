/**
 * Loads the code that positions and renders popups. This code is larger than the scripts of most pages, so it is loaded
 * only when the button of a popup is pointed at, focused or clicked.
 */
export const load = {
  dialog: () => import('./popup-dialog'),
  menu: () => import('./popup-list'),
}
