/** What places popups and draws them: larger than most pages. Loaded when a button is pointed at, reaches the focus or is clicked. */
export const load = {
  dialog: () => import('./popup-dialog'),
  menu: () => import('./popup-list'),
}
