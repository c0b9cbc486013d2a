import type { directories, topPages } from '@/db/base/menus'

type BasePage = (typeof topPages)[number] | (typeof directories)[number]['pages'][number]

export type DirectoryName = (typeof directories)[number]['name']

/** Built in (`db/base/menus.ts`) and used by pages. Administrators may add further elements. */
export type ElementCode = BasePage['elements'][number][0]

/** `ResourceWith<'delete'>` contains `'user'`, because of `user.delete`. */
export type ResourceWith<Verb extends string> = ElementCode extends infer Code
  ? Code extends `${infer Resource}.${Verb}`
    ? Resource
    : never
  : never

/** With `Prop`, `Name` must have an element `<resource>.<Verb>`; other resources do not compile. */
export type NeedsElement<Prop extends string, Name extends string, Verb extends string> =
  | { [P in Prop]?: undefined }
  | { [N in Name]: ResourceWith<Verb> }
