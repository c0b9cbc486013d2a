/** Larger than the scripts of most pages, so loaded when the button of a popup is pointed at, focused or clicked. */
export const load = {
  dialog: () => import('./popup-dialog'),
  menu: () => import('./popup-list'),
}
