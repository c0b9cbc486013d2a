/** Nothing was changed, so no error is shown. */
export class Dismissed extends Error {
  override name = 'Dismissed'
}
