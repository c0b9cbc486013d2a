import type { directories, topPages } from '@/db/base/menus'

type BasePage = (typeof topPages)[number] | (typeof directories)[number]['pages'][number]

/** The name of a built-in menu of type `directory`. */
export type DirectoryName = (typeof directories)[number]['name']

/** The code of a built-in element (`db/base/menus.ts`), as pages use it. Administrators may add further elements. */
export type ElementCode = BasePage['elements'][number][0]

/** Resources that have an element for this verb: `ResourceWith<'delete'>` contains `'user'`, because of `user.delete`. */
export type ResourceWith<Verb extends string> = ElementCode extends infer Code
  ? Code extends `${infer Resource}.${Verb}`
    ? Resource
    : never
  : never

/**
 * Props of a component that depends on the element `<resource>.<Verb>`: if `Prop` is set, `Name` must be a resource
 * with such an element. Other resources do not compile.
 */
export type NeedsElement<Prop extends string, Name extends string, Verb extends string> =
  | { [P in Prop]?: undefined }
  | { [N in Name]: ResourceWith<Verb> }
