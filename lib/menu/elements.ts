import type { directories, topPages } from '@/db/base/menus'

type BasePage = (typeof topPages)[number] | (typeof directories)[number]['pages'][number]

/** The code of a built-in element (`db/base/menus.ts`): what pages ask for. Administrators may add others of their own. */
export type ElementCode = BasePage['elements'][number][0]

/** Resources that have an element for this verb: `'user'` of `ResourceWith<'delete'>`, for there is `user.delete`. */
export type ResourceWith<Verb extends string> = ElementCode extends infer Code
  ? Code extends `${infer Resource}.${Verb}`
    ? Resource
    : never
  : never

/**
 * Props of a component that shows something by `<resource>.<Verb>`: whoever gives it `Prop` names a resource (by `Name`)
 * that has such an element. What has none does not compile.
 */
export type NeedsElement<Prop extends string, Name extends string, Verb extends string> =
  | { [P in Prop]?: undefined }
  | { [N in Name]: ResourceWith<Verb> }
